// See ask.h.
#include "check/ask.h"

#include "check/confirm.h"
#include "support/error.h"

namespace heddle::check {

engine::Result ask(engine::Engine& engine, const engine::Problem& problem, const Budget& budget,
                   const engine::ProgressSink& progress, interp::Watcher* watcher) {
  const engine::Question& question = problem.question;
  engine::Result result = engine.run(problem, budget, progress);
  if (result.verdict == engine::Verdict::False) {
    HEDDLE_CHECK(result.counterexample->memoryModel <= question.memoryModel,
                 "a counterexample needs a weaker memory model than was asked for");
    result.counterexample->violation =
        confirm(problem.program, *result.counterexample, question.properties, watcher).violation;
  }
  engine::applyAssumptions(result, question.acceptAssumptions);
  return result;
}

} // namespace heddle::check
