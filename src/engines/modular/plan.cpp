// See plan.h.
#include "engines/modular/plan.h"

namespace heddle::modular {

Plan makePlan(const Facts& facts, Sensitivity sensitivity, ccfg::PropertySet) {
  Plan plan;
  const auto& loads = facts.sites.loads();
  plan.skipped.assign(facts.program.edges.size(), false);
  plan.weight.assign(loads.size(), 0);
  const bool sensitive = sensitivity != Sensitivity::Insensitive;
  plan.checkOrder = sensitivity == Sensitivity::Feasible || sensitivity == Sensitivity::Optimized;
  plan.useLocks = plan.checkOrder;
  plan.tellReads = plan.checkOrder;
  plan.checkOrderInCycles = sensitive;
  plan.groupEqual = sensitivity == Sensitivity::Optimized;
  for (const LoadSite& l : loads) {
    const bool library = facts.program.edges[l.edge].library;
    plan.tracked.push_back(sensitive && !library && (plan.checkOrder || !l.inCycle));
  }
  return plan;
}

} // namespace heddle::modular
