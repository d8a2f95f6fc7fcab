// Conflicts between a next action and a future, remembered by pairs of locations.
#include "engines/explore/independence.h"

#include <algorithm>

namespace heddle::explore {

using ccfg::EdgeId;
using ccfg::LocId;

namespace {

constexpr size_t cacheSize = 1u << 16;

bool hasHalt(const ccfg::Edge& e) {
  return std::any_of(e.ops.begin(), e.ops.end(),
                     [](const ccfg::Operation& op) { return std::holds_alternative<ccfg::Halt>(op); });
}

} // namespace

Independence::Independence(const interp::Machine& machine, const ccfg::analysis::Accesses& accesses)
    : machine_(machine), program_(machine.code().program()), accesses_(accesses), known_(cacheSize) {
  for (LocId l = 0; l < program_.locations.size(); ++l) facts_.push_back(factsOf(l));
}

Independence::Facts Independence::factsOf(LocId l) const {
  Facts f;
  f.next = program_.out(l);
  std::vector<LocId> section; // locations of the atomic section that the action enters
  for (size_t i = 0; i < f.next.size(); ++i) {
    const ccfg::Edge& e = program_.edges[f.next[i]];
    const bool direct = i < program_.out(l).size();
    for (const ccfg::Operation& op : e.ops)
      if (const auto* join = std::get_if<ccfg::Join>(&op)) {
        f.unclearJoin |= !direct || f.joined;
        f.joined = join->handle;
      }
    f.halts |= hasHalt(e);
    if (!program_.locations[e.to].atomic) continue;
    f.entersSection = true;
    if (std::find(section.begin(), section.end(), e.to) != section.end()) continue;
    section.push_back(e.to);
    f.next.insert(f.next.end(), program_.out(e.to).begin(), program_.out(e.to).end());
  }
  f.onlyHalts =
      std::all_of(f.next.begin(), f.next.end(), [&](EdgeId e) { return hasHalt(program_.edges[e]); });
  return f;
}

bool Independence::conflicts(LocId l, LocId other) {
  const uint64_t pair = static_cast<uint64_t>(l) << 32 | other;
  Known& known = known_[(pair * 0x9e3779b97f4a7c15ull) >> 48];
  if (known.pair != pair) known = {pair, computeConflict(l, other)};
  return known.conflict;
}

bool Independence::computeConflict(LocId l, LocId other) const {
  return std::any_of(facts_[l].next.begin(), facts_[l].next.end(),
                     [&](EdgeId e) { return accesses_.conflictsLater(other, e); });
}

Independence::Joins Independence::joins(const interp::StateView& s, uint32_t thread) const {
  const Facts& f = facts_[s.location(thread)];
  if (!f.joined) return {};
  if (f.unclearJoin) return {0, false};
  const std::optional<uint64_t> handle = machine_.evaluate(s, thread, f.joined);
  if (!handle || *handle == 0 || *handle > s.threadCount()) return {0, false}; // it may still come to be
  const auto number = static_cast<uint32_t>(*handle);
  return {machine_.code().isExit(s.location(number)) ? 0 : number, true};
}

bool Independence::isAlone(const interp::StateView& s, uint32_t thread) {
  const LocId l = s.location(thread);
  const Facts& f = facts_[l];
  if (f.halts || f.entersSection) return false;
  for (uint32_t t = 1; t <= s.threadCount(); ++t)
    if (t != thread && conflicts(l, s.location(t))) return false;
  const Joins j = joins(s, thread);
  return j.known && j.thread == 0;
}

} // namespace heddle::explore
