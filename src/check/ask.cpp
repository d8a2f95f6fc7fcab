// See ask.h.
#include "check/ask.h"

#include "check/recheck.h"
#include "support/error.h"

#include <fmt/format.h>

namespace heddle::check {

engine::Result ask(engine::Engine& engine, const engine::Problem& problem, const Budget& budget,
                   const engine::ProgressSink& progress, interp::Watcher* watcher) {
  const engine::Question& question = problem.question;
  engine::Result result = engine.run(problem, budget, progress);
  if (result.verdict == engine::Verdict::False) {
    HEDDLE_CHECK(result.counterexample() != nullptr, "a violation without a counterexample");
    HEDDLE_CHECK(result.counterexample()->memoryModel <= question.memoryModel,
                 "a counterexample needs a weaker memory model than was asked for");
  }
  if (result.invariants() == nullptr) recheck(problem, result, budget, watcher);
  if (result.recheck.outcome == engine::Recheck::Outcome::Rejected)
    throw InternalError(fmt::format("the proof of {} was rejected: {}", result.engine, result.recheck.why));
  engine::applyAssumptions(result, question.acceptAssumptions);
  return result;
}

} // namespace heddle::check
