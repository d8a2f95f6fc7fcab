// Assumptions of the model; see assumptions.h.
#include "engine/assumptions.h"

#include "ccfg/analysis/memory/reuse.h"
#include "ccfg/analysis/order/weakorders.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::engine {

std::vector<ccfg::Assumption> modelAssumptions(const ccfg::Program& p, const ccfg::Schedule* counterexample) {
  std::vector<ccfg::Assumption> result;
  std::vector<bool> elsewhere(p.assumptions.size(), false);
  for (const ccfg::Edge& e : p.edges)
    if (e.assumption != ccfg::none && counterexample) elsewhere[e.assumption] = true;
  if (counterexample)
    for (const ccfg::ScheduleStep& step : counterexample->steps)
      if (!step.isFlush() && p.edges[step.edge].assumption != ccfg::none)
        addAssumption(result, p.assumptions[p.edges[step.edge].assumption]);
  for (const ccfg::Edge& e : p.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto* halt = std::get_if<ccfg::Halt>(&op); halt && halt->assumption != ccfg::none)
        elsewhere[halt->assumption] = true;
  for (ccfg::AssumptionId a = 0; a < p.assumptions.size(); ++a)
    if (!elsewhere[a]) addAssumption(result, p.assumptions[a]);
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

std::vector<ccfg::Assumption> proofAssumptions(const Problem& problem) {
  std::vector<ccfg::Assumption> all = modelAssumptions(problem.program, nullptr);
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
