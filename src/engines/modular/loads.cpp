// Loads: where the value may come from, and what that says about other loads; see threadtransfer.h.
#include "engines/modular/threadtransfer.h"

#include <algorithm>

namespace heddle::modular {

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

void ThreadTransfer::load(const Step& step, LoadId load, State s, std::vector<State>& after) {
  const CellId cell = facts_.sites.loads()[load].cell;
  if (s.env.cells.find(cell) != nullptr) {
    s.combination = extended(s.combination, load, {});
    if (run(step, s)) after.push_back(std::move(s));
    return;
  }
  const auto& o = std::get<ccfg::Load>(facts_.program.edges[step.edge].ops[step.op]);
  transfer_.checkAccess(step.edge, o.addr, o.bytes, false, s.env, step.effects);
  for (Choice& choice : groupedChoices(step, load, s)) {
    State next{std::move(choice.combination), s.env};
    next.env.cells.set(cell, choice.value);
    if (!plan_.tracked[load]) next.combination = extended(next.combination, load, {});
    if (transfer_.read(o.dst, choice.value, cell, next.env)) after.push_back(std::move(next));
  }
}

std::vector<ThreadTransfer::Choice> ThreadTransfer::groupedChoices(const Step& step, LoadId load,
                                                                   const State& s) {
  std::vector<Choice> all = choices(load, s);
  // What an atomic group reads decides at once whether it goes on: its values are told apart until it ends.
  const bool apart = plan_.tracked[load] || (plan_.checkOrder && facts_.program.edges[step.edge].atomicGroup);
  if (!apart)
    group(all, true);
  else if (plan_.groupEqual || !plan_.tracked[load]) {
    if (all.size() > maxChoices || !plan_.tracked[load]) group(all, false);
    if (all.size() > maxChoices) group(all, true);
  }
  return all;
}

// The combination if the load has read from this source, whose thread tells what it had read; nothing if it
// can't. What the state has read before is pushed to order_.
std::optional<Combination> ThreadTransfer::afterRead(const Reading& reading, SourceId source,
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
std::vector<ThreadTransfer::Choice> ThreadTransfer::choices(LoadId load, const State& s) {
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
        const Value v = seenBy(thread_, facts_.sites.stores()[store].thread, i.value);
        result.push_back({v.width() == own.width() ? v : Value::top(own.width()), std::move(*c)});
      }
  }
  order_.pop();
  return result;
}

// Joins choices of equal values, or all of them.
void ThreadTransfer::group(std::vector<Choice>& choices, bool all) {
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

} // namespace heddle::modular
