// See commute.h.
#include "check/commute.h"

#include <algorithm>

namespace heddle::check {

Term overlap(GlobalContext& c, const GlobalAccess& a, const GlobalAccess& b) {
  logic::TermManager& t = c.terms;
  if (!a.write && !b.write) return t.falseTerm();
  const bool known = a.address.isConst() && b.address.isConst();
  constexpr uint64_t anyBlock = interp::maxDynamicBytes; // what is freed is as large as it may be
  if (!known &&
      !c.pointsTo.mayAlias(a.source, a.frees ? anyBlock : a.bytes, b.source, b.frees ? anyBlock : b.bytes))
    return t.falseTerm();
  const unsigned width = a.address.width();
  const auto within = [&](Term distance, uint64_t bytes) {
    return t.ult(distance, t.constant(bytes, width));
  };
  Term meet =
      t.orOf(within(t.sub(a.address, b.address), b.bytes), within(t.sub(b.address, a.address), a.bytes));
  if (a.when) meet = t.andOf(meet, a.when);
  if (b.when) meet = t.andOf(meet, b.when);
  return meet;
}

std::optional<Term> meeting(GlobalContext& c, const GlobalStep& first, const GlobalStep& second,
                            const std::vector<ccfg::LocId>& ends,
                            const std::function<bool(ccfg::EdgeId)>& isLocal) {
  const ccfg::Program& p = c.program;
  const auto isAtomic = [&](ccfg::LocId l) { return p.locations[l].atomic; };
  const auto isExit = [&](ccfg::LocId l) { return p.threads[p.locations[l].thread].exit == l; };
  const ccfg::LocId firstEnd = p.edges[first.edges().back()].to;
  // A section that begins and ends in a step keeps nobody else from moving before or after it.
  if (isAtomic(p.edges[first.edges().front()].from) || isAtomic(firstEnd)) return {};
  if (isAtomic(p.edges[second.edges().front()].from) || std::ranges::any_of(ends, isAtomic)) return {};
  if (!first.forked().empty() && (!second.forked().empty() || second.joins())) return {};
  if (first.joins() && std::ranges::any_of(ends, isExit)) return {};
  if (second.joins() && isExit(firstEnd)) return {};
  // It may be valid once the block is there.
  if (second.accessesNothing() && first.allocates()) return {};
  const auto concernsNobody = [&](const GlobalAccess& a) { return !a.address.isConst() && isLocal(a.edge); };
  Term meet = c.terms.falseTerm();
  for (const GlobalAccess& a : first.accesses())
    for (const GlobalAccess& b : second.accesses())
      if (!concernsNobody(a) && !concernsNobody(b)) meet = c.terms.orOf(meet, overlap(c, a, b));
  return meet;
}

} // namespace heddle::check
