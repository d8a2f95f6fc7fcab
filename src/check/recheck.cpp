// See recheck.h.
#include "check/recheck.h"

#include "check/confirm.h"
#include "check/inductive.h"

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
      [](const engine::ProofTree&) { return Recheck{Outcome::Open, "there is no checker of trees"}; },
  };
  result.recheck = std::visit(check, result.evidence);
  if (result.verdict == engine::Verdict::True) findUntold(result);
}

} // namespace heddle::check
