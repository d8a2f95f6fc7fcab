// See recheck.h.
#include "check/recheck.h"

#include "check/confirm.h"
#include "check/inductive.h"
#include "check/treecheck.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::check {

using engine::Recheck;
using Outcome = engine::Recheck::Outcome;

namespace {

Recheck recheckInvariants(const engine::Problem& problem, const engine::Invariants& invariants,
                          const Budget& budget, Statistics& statistics) {
  const Inductive i = checkInductive(problem, invariants, budget);
  statistics.set("check.finished", i.finished ? 1 : 0);
  if (!i.finished) return {Outcome::Open, "the check did not end in time"};
  statistics.set("check.facts", static_cast<double>(i.facts));
  statistics.set("check.inductive", static_cast<double>(i.inductive));
  statistics.set("check.assertions", static_cast<double>(i.assertions));
  statistics.set("check.implied", static_cast<double>(i.implied));
  // A fact that needs more than the others say is not wrong for that.
  if (i.inductive < i.facts)
    return {Outcome::Open, fmt::format("{} of {} facts are inductive", i.inductive, i.facts)};
  return {Outcome::Accepted, ""};
}

Recheck recheckTree(const engine::Problem& problem, const engine::ProofTree& tree, const Budget& budget,
                    Statistics& statistics) {
  const double start = budget.elapsed();
  TreeCheck t = checkTree(problem, tree, budget);
  statistics.set("check.nodes", static_cast<double>(tree.nodes.size()));
  statistics.set("check.clauses", static_cast<double>(t.labels));
  statistics.set("check.covers", static_cast<double>(t.covers));
  statistics.set("check.invariants", static_cast<double>(t.invariants));
  statistics.set("check.leftOut", static_cast<double>(t.leftOut));
  statistics.set("check.queries", static_cast<double>(t.queries));
  statistics.set("check.seconds", budget.elapsed() - start);
  return std::move(t.recheck);
}

// What a proof was found to rest on, and does not say.
void findUntold(engine::Result& result) {
  const std::vector<ccfg::Assumption> found = result.recheck.assumptions;
  for (const ccfg::Assumption& a : found)
    if (std::ranges::none_of(result.assumptions,
                             [&](const auto& told) { return a.kind == told.kind && a.text == told.text; }))
      result.recheck = {Outcome::Rejected, "it rests on an assumption that it does not tell: " + a.text};
}

} // namespace

void recheck(const engine::Problem& problem, engine::Result& result, const Budget& budget,
             interp::Watcher* watcher) {
  const ccfg::Overloaded check{
      [](std::monostate) { return Recheck{Outcome::Open, "there is no evidence"}; },
      [&](ccfg::Schedule& s) {
        s.violation = confirm(problem.program, s, problem.question.properties, watcher).violation;
        return Recheck{Outcome::Accepted, ""};
      },
      [&](const engine::Invariants& i) { return recheckInvariants(problem, i, budget, result.statistics); },
      [&](const engine::ProofTree& t) { return recheckTree(problem, t, budget, result.statistics); },
  };
  result.recheck = std::visit(check, result.evidence);
  if (result.verdict == engine::Verdict::True) findUntold(result);
}

} // namespace heddle::check
