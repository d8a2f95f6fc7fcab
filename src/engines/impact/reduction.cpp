// What may not change places: a step in an atomic section, or into one, since other threads can't move there;
// two forks, which give numbers; a join and the end of a thread; accesses to the same memory, if one writes.
#include "engines/impact/reduction.h"

namespace heddle::impact {

Term overlap(logic::TermManager& t, const PendingAccess& a, const PendingAccess& b) {
  const unsigned w = a.address.width();
  const auto within = [&](Term distance, uint64_t bytes) { return t.ult(distance, t.constant(bytes, w)); };
  Term meet =
      t.orOf(within(t.sub(a.address, b.address), b.bytes), within(t.sub(b.address, a.address), a.bytes));
  if (a.when) meet = t.andOf(meet, a.when);
  if (b.when) meet = t.andOf(meet, b.when);
  return meet;
}

Term Reduction::mayMeet(const PendingAccess& a, const PendingAccess& b) const {
  logic::TermManager& t = c_.symbols.terms();
  if (!a.write && !b.write) return t.falseTerm();
  const uint64_t most = 1ull << 20;
  if (!c_.pointsTo.mayAlias(a.source, a.when ? most : a.bytes, b.source, b.when ? most : b.bytes))
    return t.falseTerm();
  return overlap(t, a, b);
}

Term Reduction::depends(const Action& first, const Action& second) const {
  const ccfg::Program& p = c_.program;
  logic::TermManager& t = c_.symbols.terms();
  const ccfg::Edge& a = p.edges[first.edges[0]];
  const ccfg::Edge& b = p.edges[second.edges[0]];
  if (p.locations[a.from].atomic || p.locations[b.to].atomic || p.locations[b.from].atomic) return {};
  if (second.to != ccfg::none && p.locations[second.to].atomic) return {};
  const bool forks = !first.forked.empty(), joins = !second.joined.empty();
  if (forks && (!second.forked.empty() || joins)) return {};
  for (const auto& [slot, standing] : first.forked)
    if (slot == second.slot) return {}; // it was not there before
  if (!first.joined.empty() && isAtExit(p, second.to)) return {};
  if (joins && isAtExit(p, first.to)) return {};
  if (escape_.isLocal(first.edges[0]) || escape_.isLocal(second.edges[0])) return t.falseTerm();
  // An address that the second step reads from memory is the same before the first, if what it reads is.
  Term result = t.falseTerm();
  for (const PendingAccess& x : first.accesses)
    for (const PendingAccess& y : second.accesses) result = t.orOf(result, mayMeet(x, y));
  return result;
}

} // namespace heddle::impact
