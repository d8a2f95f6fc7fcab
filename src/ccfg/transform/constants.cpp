// Constants that are kept in registers. See derived.h.
#include "ccfg/analysis/facts.h"
#include "ccfg/analysis/graph/liveness.h"
#include "ccfg/transform/copier.h"

namespace heddle::ccfg::transform {

namespace {

struct Assigned {
  unsigned times = 0;
  Term value; // by the only one
};

std::vector<Assigned> assignments(const Program& p) {
  std::vector<Assigned> of(p.registerCount());
  for (const Thread& t : p.threads) {
    of[t.self].times = 2;
    if (t.result != none) of[t.result].times = 2; // a join reads it
    for (const RegId r : t.params) of[r].times = 2;
  }
  for (const Edge& e : p.edges)
    for (const Operation& op : e.ops) {
      for (const RegId r : writtenRegisters(op)) ++of[r].times;
      if (const auto* set = std::get_if<Set>(&op))
        for (const Assignment& a : set->assignments) of[a.reg].value = a.value;
    }
  return of;
}

} // namespace

// A register that is not live at the entry is never read before it is assigned.
Derived withConstants(const analysis::Facts& facts) {
  const Program& p = facts.program();
  Copier copier(p);
  const std::vector<Assigned> assigned = assignments(p);
  for (RegId r = 0; r < assigned.size(); ++r) {
    const Term value = assigned[r].value;
    if (assigned[r].times == 1 && value && value.isConst() &&
        !facts.liveness().isLive(p.threads[p.reg(r).thread].entry, r))
      copier.takeAsConstant(r, value.value());
  }
  copier.copyAllButEdges();
  for (EdgeId e = 0; e < p.edges.size(); ++e) copier.addChain(p.locations[p.edges[e].from].thread, {e});
  return copier.finish();
}

} // namespace heddle::ccfg::transform
