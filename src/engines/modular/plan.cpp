// See plan.h.
#include "engines/modular/plan.h"

#include "ccfg/analysis/dependence.h"
#include "ccfg/analysis/slice.h"

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

std::vector<bool> outsideOfSlice(const Facts& facts, ccfg::PropertySet properties) {
  const ccfg::analysis::Accesses accesses(facts.program, facts.pointsTo, facts.escape);
  const ccfg::analysis::Dependence dependence(facts.program, facts.pointsTo, accesses, facts.mhb);
  const BitSet slice = ccfg::analysis::sliceFrom(facts.program, criteria(facts, properties), dependence);
  std::vector<bool> outside(facts.program.edges.size());
  for (EdgeId e = 0; e < outside.size(); ++e) outside[e] = !slice.test(e);
  return outside;
}

} // namespace

Plan makePlan(const Facts& facts, Sensitivity sensitivity, ccfg::PropertySet properties, bool everywhere) {
  Plan plan;
  const auto& loads = facts.sites.loads();
  const bool sensitive = sensitivity != Sensitivity::Insensitive;
  const bool optimized = sensitivity == Sensitivity::Optimized;
  plan.skipped.assign(facts.program.edges.size(), false);
  if (optimized && !everywhere) plan.skipped = outsideOfSlice(facts, properties);
  plan.checkOrder = sensitivity == Sensitivity::Feasible || optimized;
  plan.useLocks = plan.checkOrder;
  plan.tellReads = plan.checkOrder;
  plan.checkOrderInCycles = sensitive;
  plan.groupEqual = optimized;
  plan.forgetDead = optimized && !everywhere;
  for (const LoadSite& l : loads) {
    const bool library = facts.program.edges[l.edge].library;
    plan.tracked.push_back(sensitive && !library && (plan.checkOrder || !l.inCycle));
  }
  return plan;
}

} // namespace heddle::modular
