// Assumptions of the model; see assumptions.h.
#include "engine/assumptions.h"

#include "ccfg/analysis/memory/reuse.h"
#include "ccfg/analysis/order/weakorders.h"
#include "interp/taint.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace heddle::engine {

namespace {

// By assumption: an edge or a Halt stands for it.
std::vector<bool> placed(const ccfg::Program& p) {
  std::vector<bool> result(p.assumptions.size(), false);
  for (const ccfg::Edge& e : p.edges) {
    if (e.assumption != ccfg::none) result[e.assumption] = true;
    for (const ccfg::Operation& op : e.ops)
      if (const auto* halt = std::get_if<ccfg::Halt>(&op); halt && halt->assumption != ccfg::none)
        result[halt->assumption] = true;
  }
  return result;
}

} // namespace

Reached reachedBy(const ccfg::Program& p, const std::function<bool(ccfg::EdgeId)>& isTaken) {
  Reached reached(p.assumptions.size(), false);
  for (ccfg::EdgeId e = 0; e < p.edges.size(); ++e)
    if (const ccfg::AssumptionId a = p.edges[e].assumption; a != ccfg::none && !reached[a])
      reached[a] = isTaken(e);
  return reached;
}

Reached everything(const ccfg::Program& p) {
  return reachedBy(p, [](ccfg::EdgeId) { return true; });
}

std::vector<ccfg::Assumption> modelAssumptions(const ccfg::Program& p, const Reached& reached) {
  std::vector<ccfg::Assumption> result;
  const std::vector<bool> elsewhere = placed(p);
  for (ccfg::AssumptionId a = 0; a < p.assumptions.size(); ++a)
    if (reached[a] || !elsewhere[a]) addAssumption(result, p.assumptions[a]);
  return result;
}

std::vector<ccfg::Assumption> modelAssumptions(const ccfg::Program& p, const ccfg::Schedule& counterexample) {
  std::vector<ccfg::Assumption> result;
  Reached passed(p.assumptions.size(), false);
  bool invents = false;
  for (const ccfg::ScheduleStep& step : counterexample.steps)
    if (!step.isFlush() && p.edges[step.edge].assumption != ccfg::none)
      passed[p.edges[step.edge].assumption] = true;
  const std::vector<bool> elsewhere = placed(p);
  for (ccfg::AssumptionId a = 0; a < passed.size(); ++a) {
    passed[a] = passed[a] || !elsewhere[a];
    invents = invents || (passed[a] && p.assumptions[a].addsBehaviours);
  }
  const std::set<ccfg::AssumptionId> depends =
      invents ? interp::dependsOn(p, counterexample) : std::set<ccfg::AssumptionId>();
  for (ccfg::AssumptionId a = 0; a < passed.size(); ++a)
    if (passed[a] && (!p.assumptions[a].addsBehaviours || depends.contains(a)))
      addAssumption(result, p.assumptions[a]);
  return result;
}

std::optional<ccfg::Assumption> weakAtomics(const Problem& problem) {
  const bool sc = problem.question.memoryModel == ccfg::MemoryModel::Sc;
  if (!sc && !problem.question.properties.has(ccfg::Property::Race)) return std::nullopt;
  const ccfg::EdgeId edge = ccfg::analysis::noticeableWeakOrder(problem.facts);
  if (edge == ccfg::none) return std::nullopt;
  ccfg::Assumption a;
  a.kind = ccfg::AssumptionKind::WeakAtomics;
  a.text = sc ? "atomics weaker than seq_cst were taken as seq_cst"
              : "for races, atomics weaker than seq_cst were taken as seq_cst";
  a.pos = problem.program.edges[edge].pos;
  a.missesBehaviours = true;
  return a;
}

ccfg::Assumption addressReuse(const ccfg::Program& p, ccfg::EdgeId comparison) {
  ccfg::Assumption a;
  a.kind = ccfg::AssumptionKind::AddressReuse;
  a.pos = p.edges[comparison].pos;
  a.text = fmt::format(
      "a pointer to freed memory, compared at {}, differs from all pointers to memory allocated later",
      p.posString(a.pos));
  a.missesBehaviours = true;
  return a;
}

ccfg::EdgeId staleComparison(const Problem& problem) {
  const auto frees = [](const ccfg::Edge& e) {
    return std::ranges::any_of(e.ops, [](const auto& op) { return std::holds_alternative<ccfg::Free>(op); });
  };
  if (std::ranges::none_of(problem.program.edges, frees)) return ccfg::none;
  return problem.facts.reuse().first();
}

std::vector<ccfg::Assumption> proofAssumptions(const Problem& problem, const Reached& reached) {
  std::vector<ccfg::Assumption> all = modelAssumptions(problem.program, reached);
  if (const auto weak = weakAtomics(problem)) addAssumption(all, *weak);
  if (const ccfg::EdgeId stale = staleComparison(problem); stale != ccfg::none)
    addAssumption(all, addressReuse(problem.program, stale));
  return all;
}

ccfg::Assumption inputsComeInTime() {
  ccfg::Assumption a;
  a.text = "threads that wait for an input are assumed to go on";
  a.missesBehaviours = true;
  return a;
}

void addAssumption(std::vector<ccfg::Assumption>& to, const ccfg::Assumption& a) {
  const auto same = [&](const ccfg::Assumption& b) { return a.kind == b.kind && a.text == b.text; };
  if (std::none_of(to.begin(), to.end(), same)) to.push_back(a);
}

} // namespace heddle::engine
