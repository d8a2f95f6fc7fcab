// `heddle check`: model, engine, confirmation, answer.
#include "check/confirm.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/terminal.h"
#include "engines/explore/explore.h"

#include <unistd.h>

namespace heddle::cli {

namespace {

uint64_t defaultMemory() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) / 4 *
         3;
}

std::unique_ptr<engine::Engine> makeEngine(const Options& options) {
  explore::ExploreOptions o;
  o.partialDeadlock = options.partialDeadlock;
  o.reduction = *explore::reductionFromName(options.por);
  return explore::makeExplore(o);
}

ccfg::Assumption leaksUnchecked() {
  ccfg::Assumption a;
  a.text = "memory leaks are not checked (valid-memtrack)";
  a.missesBehaviours = true;
  return a;
}

} // namespace

int runCheck(const Options& options) {
  Budget budget;
  budget.setTimeout(options.timeout);
  budget.setMemoryLimit(options.memory != 0 ? options.memory : defaultMemory());
  budget.setCancelFlag(interruptFlag());

  const AnswerFiles files(options);
  const auto program = loadProgram(options);
  engine::Result result;
  {
    ProgressLine progress(!options.quiet);
    result = makeEngine(options)->run(*program, options.properties, budget, progress.sink());
  }
  if (options.leaksAsked) result.assumptions.push_back(leaksUnchecked());
  if (result.verdict == engine::Verdict::False)
    check::confirm(*program, *result.counterexample, options.properties);
  engine::applyAssumptions(result, options.acceptAssumptions);
  return giveAnswer(options, files, *program, result, budget.elapsed());
}

} // namespace heddle::cli
