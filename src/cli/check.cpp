// `heddle check`: model, engine, confirmation, answer.
#include "check/ask.h"
#include "check/recheck.h"
#include "check/relaxed.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/terminal.h"
#include "domains/octagon.h"
#include "portfolio/portfolio.h"
#include "report/teller.h"
#include "support/error.h"

#include <fmt/format.h>
#include <new>

namespace heddle::cli {

namespace {

void checkCombinations(const Options& options) {
  // An atomic section waits for all stores: grouping would hide what the memory model is about.
  if (options.question.memoryModel != ccfg::MemoryModel::Sc && options.model.statementGranularity)
    throw UsageError("`--granularity statement` works only with `--memory-model sc`");
  if (options.modular.invariants && options.engine != EngineName::Modular)
    throw UsageError("`--invariants` works only with `--engine modular`");
  if (options.modular.invariants && check::isRelaxed(options.question.memoryModel))
    throw UsageError("`--invariants` does not work with `--memory-model rmo` or `power`");
  if (options.seedInvariants && options.engine != EngineName::Impact)
    throw UsageError("`--seed-invariants` works only with `--engine impact`");
  if (options.seedInvariants && check::isRelaxed(options.question.memoryModel))
    throw UsageError("`--seed-invariants` does not work with `--memory-model rmo` or `power`");
  if (options.modular.domain == domains::DomainKind::Octagons && !domains::hasOctagons())
    throw UsageError("this build has no octagons: it was built without PPL");
}

constexpr double seedLook = 5; // seconds of `modular`, at most

std::shared_ptr<const engine::Invariants> findSeeds(const Options& options, const engine::Problem& problem,
                                                    const Budget& budget) {
  modular::ModularOptions looking = options.modular;
  looking.invariants = true;
  const double most = std::min(seedLook, budget.remaining() / 4);
  const engine::Result found = modular::makeModular(looking)->run(problem, budget.part(most), {});
  return found.invariants() ? std::make_shared<const engine::Invariants>(*found.invariants()) : nullptr;
}

std::unique_ptr<engine::Engine> makeEngine(const Options& options, const engine::Problem& problem,
                                           const Budget& budget) {
  switch (options.engine) {
  case EngineName::Explore:
    return explore::makeExplore(options.explore);
  case EngineName::Sample:
    return sample::makeSample(options.sample);
  case EngineName::Bounded:
    return bounded::makeBounded(options.bounded);
  case EngineName::Modular:
    return modular::makeModular(options.modular);
  case EngineName::Impact: {
    impact::ImpactOptions unwinding = options.impact;
    if (options.seedInvariants) unwinding.seeds = findSeeds(options, problem, budget);
    return impact::makeImpact(unwinding);
  }
  case EngineName::Auto:
    break;
  }
  return portfolio::makePortfolio({options.explore, options.bounded, options.modular, options.impact},
                                  options.portfolio);
}

ccfg::Assumption leaksUnchecked() {
  ccfg::Assumption a;
  a.text = "memory leaks are not checked (valid-memtrack)";
  a.missesBehaviours = true;
  return a;
}

template <typename Op, typename Test>
bool hasOperation(const ccfg::Program& program, Test test) {
  for (const ccfg::Edge& e : program.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto* found = std::get_if<Op>(&op); found != nullptr && test(*found)) return true;
  return false;
}

// A proof of nothing is none that the user wanted.
void addNotes(const Options& options, const ccfg::Program& program, std::vector<std::string>& notes) {
  const auto asked = [&](ccfg::Property p) {
    return options.propertiesGiven && options.question.properties.has(p);
  };
  if (asked(ccfg::Property::Atomicity) && !hasOperation<ccfg::Mark>(program, [](const auto& m) {
        return m.kind == ccfg::MarkKind::TransactionBegin;
      }))
    notes.push_back("no block is marked as atomic: mark some with heddle.h, or name functions with --atomic");
}

// NAME, or NAME:details.
Logs logsOf(const Options& options) {
  Logs logs;
  for (const std::string& item : options.log) {
    const size_t colon = item.find(':');
    const std::string name = item.substr(0, colon);
    logs.add(name, {colon == std::string::npos ? LogLevel::Steps : LogLevel::Details,
                    [name](const std::string& line) {
                      ProgressLine::erase();
                      warn(name + ": " + line);
                    }});
  }
  return logs;
}

Answer answerOf(const Options& options, const ccfg::Program& program, const Budget& budget) {
  const engine::Problem problem(program, options.question, logsOf(options));
  Answer answer;
  engine::Result& result = answer.result;
  report::Teller teller;
  {
    ProgressLine progress(!options.quiet);
    const auto engine = makeEngine(options, problem, budget);
    if (check::isRelaxed(options.question.memoryModel)) {
      check::Relaxed relaxed = check::askRelaxed(*engine, problem, budget, progress.sink(), &teller);
      result = std::move(relaxed.result);
      answer.copy = std::move(relaxed.copy);
    } else {
      result = check::ask(*engine, problem, budget, progress.sink(), &teller);
    }
  }
  if (teller.hasWatched()) {
    answer.story = teller.story(result.counterexample()->violation);
    answer.story->memoryModel = result.counterexample()->memoryModel;
  }
  if (options.leaksAsked) {
    result.assumptions.push_back(leaksUnchecked());
    engine::applyAssumptions(result, options.question.acceptAssumptions);
  }
  if (options.checkInvariants) check::recheck(problem, result, budget);
  return answer;
}

} // namespace

int runCheck(const Options& options) {
  checkCombinations(options);
  const Budget budget = budgetOf(options);
  const AnswerFiles files(options);
  const auto stop = [&](const std::string& why) { return giveUp(options, files, why, budget.elapsed()); };
  Watchdog watchdog(options, budget, stop);
  try {
    Notes notes;
    const auto program = loadProgram(options, &notes.warnings);
    addNotes(options, *program, notes.open);
    watchdog.grant();
    const Answer answer = answerOf(options, *program, budget);
    return giveAnswer(options, files, answer.copy ? *answer.copy : *program, answer, notes, budget.elapsed(),
                      watchdog);
  } catch (const std::bad_alloc&) {
    watchdog.dismiss();
    return stop("out of memory");
  }
}

} // namespace heddle::cli
