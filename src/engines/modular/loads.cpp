// Loads: where the value may come from, and what that says about other loads; see transfer.h.
#include "engines/modular/transfer.h"

#include <algorithm>

namespace heddle::modular {

using ccfg::RegId;
using Base = Value::Base;

namespace {

constexpr size_t maxChoices = 8; // of one load; more are joined, first those of equal values

// The combination with what this load read; what it read before is forgotten.
Combination extended(const Combination& c, LoadId load, const std::vector<SourceId>& sources) {
  Combination result;
  for (const ReadsFrom& r : c)
    if (r.load != load) result.push_back(r);
  if (!sources.empty()) {
    const ReadsFrom read{load, sources};
    result.insert(std::lower_bound(result.begin(), result.end(), read), read);
  }
  return result;
}

// Keeps what tells most: reads from few sources, of loads that came last.
void trim(Combination& c) {
  constexpr size_t maxReads = 12;
  while (c.size() > maxReads)
    c.erase(std::ranges::max_element(
        c, {}, [](const ReadsFrom& r) { return std::pair(r.sources.size(), ~r.load); }));
}

} // namespace

Value Transfer::seenFrom(ccfg::ThreadId from, const Value& v) const {
  if (v.base == Base::Self) return Value::thread(from == thread_ ? Base::Other : Base::Instance, from);
  if (v.base == Base::Other) return Value::thread(Base::Instance, from);
  return v;
}

Value Transfer::ownValue(CellId c, const Environment& env) const {
  const Value* v = env.own.find(c);
  return v != nullptr ? *v : Value::top(facts_.memory.initial(c).width());
}

// Cells that are not told apart: anything that was ever written to any of them.
Value Transfer::wholeCells(const std::vector<CellId>& cells, unsigned width, const Environment& env) const {
  Value v = Value::of(Number::bottom(width));
  for (CellId c : cells) {
    const Cell& cell = facts_.memory.cells()[c];
    if (cell.kind == Cell::Kind::Opaque || 8 * cell.bytes != width) return Value::top(width);
    if (const Value* pinned = env.pinned.find(c)) {
      v = join(v, *pinned);
      continue;
    }
    v = join(v, ownValue(c, env));
    if (!cell.shared) continue;
    for (StoreId s : facts_.sites.foreignStoresTo(c, thread_, facts_.program))
      for (const Interference& i : interferences_.stores[s]) {
        const Value stored = seenFrom(facts_.sites.stores()[s].thread, i.value);
        v = stored.width() == width ? join(v, stored) : Value::top(width);
      }
  }
  return v;
}

void Transfer::apply(const Step& step, const ccfg::Load& o, State s) {
  checkAccess(step, o.addr, o.bytes, false, s);
  const std::vector<CellId>& cells = facts_.memory.of(step.edge, step.op);
  const unsigned width = facts_.program.regWidth(o.dst);
  if (cells.empty()) { // null or wild: nothing follows, or the points-to analysis knows nothing of it
    finishLoad(step, o.dst, Value::top(width), std::move(s), std::nullopt);
    return;
  }
  const LoadId load = facts_.sites.loadAt(step.edge, step.op);
  const Value* pinned = facts_.memory.isExact(cells) ? s.env.pinned.find(cells[0]) : nullptr;
  if (load != ccfg::none && pinned == nullptr) {
    loadShared(step, load, o.dst, std::move(s));
    return;
  }
  const Value v = pinned != nullptr ? *pinned : wholeCells(cells, width, s.env);
  if (load != ccfg::none) s.combination = extended(s.combination, load, {});
  const bool exact = facts_.memory.isExact(cells);
  if (!v.isBottom()) finishLoad(step, o.dst, v, std::move(s), exact ? std::optional(cells[0]) : std::nullopt);
}

void Transfer::loadShared(const Step& step, LoadId load, RegId dst, State s) {
  const CellId cell = facts_.sites.loads()[load].cell;
  std::vector<Choice> all = choices(load, s);
  // What an atomic group reads decides at once whether it goes on: its values are told apart until it ends.
  const bool apart = plan_.tracked[load] || (plan_.checkOrder && facts_.program.edges[step.edge].atomicGroup);
  if (!apart)
    group(all, true);
  else if (plan_.groupEqual || !plan_.tracked[load]) {
    if (all.size() > maxChoices || !plan_.tracked[load]) group(all, false);
    if (all.size() > maxChoices) group(all, true);
  }
  for (Choice& choice : all) {
    State next{std::move(choice.combination), s.env};
    next.env.pinned.set(cell, choice.value);
    if (!plan_.tracked[load]) next.combination = extended(next.combination, load, {});
    finishLoad(step, dst, choice.value, std::move(next), cell);
  }
}

// The combination if the load has read from this source, whose thread tells what it had read; nothing if it
// can't. What the state has read before is pushed to order_.
std::optional<Combination> Transfer::afterRead(const Reading& reading, SourceId source,
                                               const Combination& told) {
  const LoadSite& site = facts_.sites.loads()[reading.load];
  Combination c = extended(reading.before, reading.load, {source});
  const bool later =
      source != initialContent && facts_.mhb.orderedBefore(site.edge, facts_.sites.stores()[source - 1].edge);
  if (!plan_.checkOrder) {
    if (plan_.checkOrderInCycles && site.inCycle && later) return std::nullopt;
    return c;
  }
  // It is executed just now: nobody has seen it before.
  if (later || std::ranges::find(told, reading.load, &ReadsFrom::load) != told.end()) return std::nullopt;
  std::optional<Combination> all = both(c, told);
  if (!all) return std::nullopt;
  Combination added;
  std::ranges::set_difference(*all, reading.before, std::back_inserter(added));
  order_.push(added);
  const bool feasible = order_.isFeasible(reading.load, reading.done);
  order_.pop();
  if (!feasible) return std::nullopt;
  trim(*all);
  return all;
}

// The sources that the load may have read from, each with its values.
std::vector<Transfer::Choice> Transfer::choices(LoadId load, const State& s) {
  const CellId cell = facts_.sites.loads()[load].cell;
  std::vector<Choice> result;
  Reading reading{load, extended(s.combination, load, {}), {}};
  for (const auto& [written, writer] : s.env.writers.entries())
    if (writer.number.isConstant() && writer.number.value() != initialContent)
      reading.done.push_back(static_cast<StoreId>(writer.number.value()) - 1);
  order_.push(reading.before);
  const Value own = ownValue(cell, s.env);
  const Value* writer = s.env.writers.find(cell);
  const bool known = writer != nullptr && writer->number.isConstant();
  if (!own.isBottom() && !known) result.push_back({own, reading.before});
  if (!own.isBottom() && known)
    if (auto c = afterRead(reading, static_cast<SourceId>(writer->number.value()), {}))
      result.push_back({own, std::move(*c)});
  for (StoreId store : facts_.sites.foreignStoresTo(cell, thread_, facts_.program)) {
    if (plan_.useLocks && protection_.isHidden(store, facts_.sites.loads()[load].edge)) continue;
    for (const Interference& i : interferences_.stores[store])
      if (auto c = afterRead(reading, store + 1, i.reads)) {
        const Value v = seenFrom(facts_.sites.stores()[store].thread, i.value);
        result.push_back({v.width() == own.width() ? v : Value::top(own.width()), std::move(*c)});
      }
  }
  order_.pop();
  return result;
}

// Joins choices of equal values, or all of them.
void Transfer::group(std::vector<Choice>& choices, bool all) {
  std::vector<Choice> groups;
  for (Choice& c : choices) {
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const Choice& g) { return all || g.value == c.value; });
    if (same == groups.end()) {
      groups.push_back(std::move(c));
      continue;
    }
    same->value = join(same->value, c.value);
    same->combination = common(same->combination, c.combination);
  }
  choices = std::move(groups);
}

void Transfer::finishLoad(const Step& step, RegId dst, const Value& v, State s,
                          std::optional<CellId> from) const {
  const unsigned width = facts_.program.regWidth(dst);
  domains::Form form;
  if (from && v.width() == width)
    form = {domains::Linear{{{variableOf(*from), 1}}, 0}, domains::Offset{variableOf(*from), 0}};
  const Value* same = from && v.width() == width ? s.env.contents.find(*from) : nullptr;
  const auto reg =
      same != nullptr && same->number.isConstant() ? static_cast<RegId>(same->number.value()) : dst;
  if (!setRegister(s, dst, v.width() == width ? v : Value::top(width), form)) return;
  if (from && v.width() == width) {
    if (reg != dst)
      s.env.copies.set(dst, Value::constant(reg, 32));
    else
      s.env.contents.set(*from, Value::constant(dst, 32));
  }
  step.after.push_back(std::move(s));
}

} // namespace heddle::modular
