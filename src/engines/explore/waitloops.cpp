// Finds loops in which a turn loads once, computes, and leaves nothing behind but a counter.
//
// A loop here is a ring: a single way round, with ways out. (An edge that only leads on to a way out, by the
// values that it sets, is part of it: so `&&` comes out.) A turn begins at the location `l` of its one
// load. Of the registers that the ring writes only the counter c is live at l, and c gets a value that
// depends on c and on registers that the ring does not write. A way out is of one of two kinds: its guard
// does not depend on c, and c is dead behind it and not used on it; or its guard does not depend on what was
// loaded.
//
// Let the thread stand at l in state s with c = c0, and let a turn lead back to l. Then the states s1, s2,
// ... with c = c1, c2, ... that more turns lead to need not be looked at: it is enough to stay in s, or to go
// round at once until the loop is left. For take any run. Its turns read memory at different times and change
// nothing but c. If it leaves the loop by a way of the first kind then c does not matter, and s lets it leave
// by the same way at the same time, with no turns before. If by one of the second kind, with c = ck, then let
// all turns be made when the run makes the last one: what it loads there lets it pass the guards of the first
// kind, so it does so in each turn; the guards of the second kind see the same values c0, ..., ck in the same
// order, so none lets it out before. Everything that is live behind, c aside, comes from the last turn or
// from before the loop. Races show in s as in all sk, since the same load is pending.
#include "engines/explore/waitloops.h"

#include "logic/eval.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace heddle::explore {

using ccfg::EdgeId;
using ccfg::LocId;
using ccfg::none;
using ccfg::RegId;

namespace {

bool contains(const std::vector<RegId>& all, RegId r) {
  return std::find(all.begin(), all.end(), r) != all.end();
}

bool mentions(logic::Term t, const std::vector<RegId>& registers) {
  return std::ranges::any_of(logic::symbolsOf(t), [&](logic::SymbolId s) { return contains(registers, s); });
}

template <typename... Kinds>
bool consistsOf(const ccfg::Edge& e) {
  return std::ranges::all_of(
      e.ops, [](const ccfg::Operation& op) { return (std::holds_alternative<Kinds>(op) || ...); });
}

bool loads(const ccfg::Edge& e) {
  return std::ranges::any_of(e.ops, [](const auto& op) { return std::holds_alternative<ccfg::Load>(op); });
}

std::vector<RegId> writtenOn(const ccfg::Edge& e) {
  std::vector<RegId> written;
  for (const ccfg::Operation& op : e.ops)
    for (RegId r : ccfg::writtenRegisters(op)) written.push_back(r);
  return written;
}

// Does the first edge set registers such that the second, after it, is disabled?
bool excludes(const ccfg::Edge& first, const ccfg::Edge& second) {
  std::unordered_map<RegId, uint64_t> known;
  for (const ccfg::Operation& op : first.ops) {
    for (RegId r : ccfg::writtenRegisters(op)) known.erase(r);
    if (const auto* set = std::get_if<ccfg::Set>(&op))
      for (const ccfg::Assignment& a : set->assignments)
        if (a.value.isConst()) known[a.reg] = a.value.value();
  }
  const auto* guard = second.ops.empty() ? nullptr : std::get_if<ccfg::Assume>(&second.ops[0]);
  if (!guard) return false;
  const auto isKnown = [&](logic::SymbolId s) { return known.contains(s); };
  if (!std::ranges::all_of(logic::symbolsOf(guard->cond), isKnown)) return false;
  const auto valueOf = [&](logic::Term leaf) { return known[static_cast<RegId>(leaf.value())]; };
  bool hasAddress = false;
  logic::forEachNode(guard->cond, [&](logic::Term t) { hasAddress |= t.op() == logic::Op::Address; });
  return !hasAddress && logic::evaluate(guard->cond, std::cref(valueOf)) == 0;
}

} // namespace

WaitLoops::WaitLoops(const interp::Code& code)
    : code_(code), program_(code.program()), startsAt_(program_.locations.size(), noLoop),
      loopOf_(program_.locations.size(), noLoop) {
  Graph next(program_.locations.size());
  for (const ccfg::Edge& e : program_.edges) next[e.from].push_back(e.to);
  components_ = stronglyConnected(next);
  for (const std::vector<uint32_t>& members : components_.members)
    if (members.size() > 1 && isRing(members)) look(members);
}

// The one edge that stays in the loop; `none`: there are several.
EdgeId WaitLoops::next(LocId l) const {
  EdgeId inside = none;
  for (EdgeId e : program_.out(l)) {
    if (!staysIn(e)) continue;
    if (inside != none) return none;
    inside = e;
  }
  return inside;
}

bool WaitLoops::staysIn(EdgeId e) const {
  const ccfg::Edge& edge = program_.edges[e];
  const uint32_t loop = components_.of[edge.from];
  return components_.of[edge.to] == loop && std::ranges::any_of(program_.out(edge.to), [&](EdgeId f) {
           return components_.of[program_.edges[f].to] == loop && !excludes(edge, program_.edges[f]);
         });
}

bool WaitLoops::isRing(const std::vector<LocId>& members) const {
  return std::ranges::all_of(members, [&](LocId l) {
    return !program_.locations[l].atomic && next(l) != none && !code_.edge(next(l)).drains &&
           consistsOf<ccfg::Load, ccfg::Set, ccfg::Assume>(program_.edges[next(l)]);
  });
}

void WaitLoops::look(const std::vector<LocId>& members) {
  const auto isLoad = [&](LocId l) { return loads(program_.edges[next(l)]); };
  const auto start = std::ranges::find_if(members, isLoad);
  if (start == members.end() || std::ranges::count_if(members, isLoad) != 1) return;
  std::vector<LocId> turn; // in order
  for (LocId l = *start; turn.empty() || l != *start; l = program_.edges[next(l)].to) {
    if (turn.size() == members.size()) return; // the load is before the ring
    turn.push_back(l);
  }
  const std::optional<RegId> counter = counterOf(turn);
  if (program_.out(*start).size() != 1 || !counter || !isFree(turn, *counter)) return;
  const auto loop = static_cast<uint32_t>(counters_.size());
  for (LocId l : turn) loopOf_[l] = loop;
  startsAt_[*start] = loop;
  counters_.push_back(*counter);
}

std::optional<RegId> WaitLoops::counterOf(const std::vector<LocId>& turn) const {
  std::vector<RegId> counters;
  for (LocId l : turn)
    for (RegId r : writtenOn(program_.edges[next(l)]))
      if (code_.isLive(turn[0], r)) counters.push_back(r);
  if (counters.size() != 1) return std::nullopt; // without one it comes back to the same state
  return counters[0];
}

namespace {

// What depends on what was loaded, and on the counter, as a turn goes on.
struct Dependence {
  std::vector<RegId> onLoad, onCounter;

  void follow(const ccfg::Edge& e) {
    const auto set = [&](RegId dst, logic::Term value) {
      if (mentions(value, onLoad)) onLoad.push_back(dst);
      if (mentions(value, onCounter)) onCounter.push_back(dst);
    };
    for (const ccfg::Operation& op : e.ops) {
      if (const auto* all = std::get_if<ccfg::Set>(&op))
        for (const ccfg::Assignment& a : all->assignments) set(a.reg, a.value);
      if (const auto* load = std::get_if<ccfg::Load>(&op)) onLoad.push_back(load->dst);
    }
  }
  // Do the guards of the edge?
  static bool guards(const ccfg::Edge& e, const std::vector<RegId>& registers) {
    return std::ranges::any_of(e.ops, [&](const ccfg::Operation& op) {
      const auto* assume = std::get_if<ccfg::Assume>(&op);
      return assume && mentions(assume->cond, registers);
    });
  }
};

bool uses(const ccfg::Edge& e, const std::vector<RegId>& registers) {
  bool found = false;
  for (const ccfg::Operation& op : e.ops)
    ccfg::forEachTerm(op, [&](logic::Term t) { found |= mentions(t, registers); });
  return found;
}

} // namespace

// Do all ways out, and the way round, do without comparing the counter with what was loaded, and is it lost
// on those where what was loaded decides?
bool WaitLoops::isFree(const std::vector<LocId>& turn, RegId counter) const {
  std::vector<RegId> written;
  for (LocId l : turn)
    for (RegId r : writtenOn(program_.edges[next(l)])) written.push_back(r);
  for (LocId l : turn)
    for (const ccfg::Operation& op : program_.edges[next(l)].ops)
      if (const auto* load = std::get_if<ccfg::Load>(&op); load && mentions(load->addr, written))
        return false;
  Dependence depends{{}, {counter}};
  for (LocId l : turn) {
    depends.follow(program_.edges[next(l)]); // the guards may come before: then too much depends
    for (EdgeId e : program_.out(l)) {
      const ccfg::Edge& edge = program_.edges[e];
      if (!depends.guards(edge, depends.onLoad)) continue;
      if (depends.guards(edge, depends.onCounter)) return false;
      if (e == next(l)) continue;
      const auto isLive = [&](RegId r) { return code_.isLive(edge.to, r); };
      if (uses(edge, depends.onCounter) || std::ranges::any_of(depends.onCounter, isLive)) return false;
    }
  }
  return !contains(depends.onLoad, counter);
}

} // namespace heddle::explore
