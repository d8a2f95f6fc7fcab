// See reaching.h.
#include "ccfg/analysis/graph/reaching.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

namespace {

// The last operation of the edge before this one that writes the register.
std::optional<OpPlace> lastWrite(const Program& p, OpPlace before, RegId r) {
  for (size_t i = before.op; i-- > 0;) {
    const std::vector<RegId> written = writtenRegisters(p.edges[before.edge].ops[i]);
    if (std::ranges::find(written, r) != written.end()) return OpPlace{before.edge, i};
  }
  return std::nullopt;
}

} // namespace

std::optional<OpPlace> reachingDefinition(const Program& p, OpPlace use, RegId r) {
  if (const auto own = lastWrite(p, use, r)) return own;
  std::optional<OpPlace> found;
  std::vector<LocId> work{p.edges[use.edge].from};
  std::set<LocId> seen(work.begin(), work.end());
  while (!work.empty()) {
    const LocId l = work.back();
    work.pop_back();
    if (l == p.threads[p.locations[l].thread].entry) return std::nullopt;
    for (EdgeId e : p.in(l)) {
      const auto write = lastWrite(p, {e, p.edges[e].ops.size()}, r);
      if (write && found && *found != *write) return std::nullopt;
      if (write)
        found = write;
      else if (seen.insert(p.edges[e].from).second)
        work.push_back(p.edges[e].from);
    }
  }
  return found;
}

Term assignedValue(const Operation& op, RegId r) {
  if (const auto* set = std::get_if<Set>(&op))
    for (const Assignment& a : set->assignments)
      if (a.reg == r) return a.value;
  return {};
}

} // namespace heddle::ccfg::analysis
