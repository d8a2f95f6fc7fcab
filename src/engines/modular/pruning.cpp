// See pruning.h.
#include "engines/modular/pruning.h"

#include "ccfg/analysis/graph/slice.h"
#include "ccfg/analysis/order/dependence.h"

namespace heddle::modular {

using ccfg::EdgeId;

namespace {

// An access whose place is written down: whether it is valid does not depend on anything.
bool isPlain(const Facts& facts, EdgeId e, const ccfg::Operation& op) {
  const auto* load = std::get_if<ccfg::Load>(&op);
  const auto* store = std::get_if<ccfg::Store>(&op);
  const logic::Term address = load != nullptr ? load->addr : store->addr;
  const unsigned bytes = load != nullptr ? load->bytes : store->bytes;
  const bool moved = address.op() == logic::Op::Add && address.kid(1).isConst();
  const logic::Term base = moved ? address.kid(0) : address;
  if (base.op() != logic::Op::Address) return false;
  Value v =
      Value::pointer(facts.pointsTo.abstractOf(static_cast<ccfg::ObjectId>(base.value())), address.width());
  if (moved) v.number = Number::constant(address.kid(1).value(), address.width());
  return facts.memory.isValid(e, v, bytes, store != nullptr);
}

std::vector<EdgeId> criteria(const Facts& facts, ccfg::PropertySet properties) {
  std::vector<EdgeId> result;
  for (EdgeId e = 0; e < facts.program.edges.size(); ++e)
    for (const ccfg::Operation& op : facts.program.edges[e].ops) {
      const auto* check = std::get_if<ccfg::Assert>(&op);
      const bool needed = check != nullptr     ? properties.has(check->property)
                          : ccfg::isAccess(op) ? !isPlain(facts, e, op)
                                               : std::holds_alternative<ccfg::Free>(op);
      if (needed) result.push_back(e);
    }
  return result;
}

// Edges beside which there is one that only leads to a failure: what comes after them is reached only if a
// check holds, and no property needs to rest on that.
BitSet passedChecks(const Facts& facts, ccfg::PropertySet properties) {
  const ccfg::Program& p = facts.program;
  BitSet result(p.edges.size());
  for (const ccfg::Edge& e : p.edges) {
    if (e.ops.empty() || p.in(e.from).size() != 1) continue;
    const auto* check = std::get_if<ccfg::Assert>(&e.ops[0]);
    if (check == nullptr || !check->cond.isConst() || !properties.has(check->property)) continue;
    const EdgeId fails = p.in(e.from)[0];
    for (EdgeId passes : p.out(p.edges[fails].from))
      if (passes != fails) result.set(passes);
  }
  return result;
}

// Sets skipped, clusters and laterClusters.
void prune(const Facts& facts, ccfg::PropertySet properties, Plan& plan) {
  constexpr size_t maxClusters = 256; // properties beyond that share one
  const ccfg::Program& p = facts.program;
  const ccfg::analysis::Dependence& dependence = facts.known.dependence(ccfg::analysis::OrderFrom::Waits);
  const std::vector<EdgeId> starts = criteria(facts, properties);
  const size_t groups = std::min(maxClusters, starts.size());
  const std::vector<BitSet> slices =
      ccfg::analysis::slicesFrom(p, starts, groups, dependence, passedChecks(facts, properties));
  for (EdgeId e = 0; e < p.edges.size(); ++e) plan.skipped[e] = slices[e].empty();
  for (const LoadSite& l : facts.sites.loads()) plan.clusters.push_back(slices[l.edge]);
  plan.laterClusters.assign(p.locations.size(), BitSet(groups));
  std::vector<ccfg::LocId> work;
  const auto grow = [&](ccfg::LocId l, const BitSet& by) {
    if (plan.laterClusters[l].unite(by)) work.push_back(l);
  };
  for (EdgeId e = 0; e < p.edges.size(); ++e) grow(p.edges[e].from, slices[e]);
  while (!work.empty()) {
    const ccfg::LocId l = work.back();
    work.pop_back();
    for (EdgeId e : p.in(l)) grow(p.edges[e].from, plan.laterClusters[l]);
  }
}

} // namespace

Plan makePlan(const Facts& facts, Sensitivity sensitivity, ccfg::PropertySet properties, bool everywhere) {
  Plan plan;
  const auto& loads = facts.sites.loads();
  const bool sensitive = sensitivity != Sensitivity::Insensitive;
  const bool optimized = sensitivity == Sensitivity::Optimized;
  plan.skipped.assign(facts.program.edges.size(), false);
  if (optimized && !everywhere) prune(facts, properties, plan);
  plan.checkOrder = sensitivity == Sensitivity::Feasible || optimized;
  plan.useLocks = plan.checkOrder;
  plan.tellReads = plan.checkOrder;
  plan.checkOrderInCycles = sensitive;
  plan.groupEqual = optimized;
  plan.forgetDead = optimized && !everywhere;
  for (const LoadSite& l : loads) {
    const bool primitive = facts.program.edges[l.edge].primitive;
    plan.tracked.push_back(sensitive && !primitive && (plan.checkOrder || !l.inCycle));
  }
  return plan;
}

} // namespace heddle::modular
