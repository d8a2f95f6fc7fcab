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

std::unique_ptr<engine::Engine> makeAuto(const Options& options) {
  return portfolio::makePortfolio({options.explore, options.bounded, options.modular, options.impact},
                                  options.portfolio);
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
  return makeAuto(options);
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

bool isVolatileRace(const ccfg::Program& program, const ccfg::Violation& v) {
  if (v.property != ccfg::Property::Race || v.edge == ccfg::none || v.otherEdge == ccfg::none) return false;
  bool ordered = true, isVolatile = false;
  for (const ccfg::EdgeId e : {v.edge, v.otherEdge})
    for (const ccfg::Operation& op : program.edges[e].ops) {
      const auto look = [&](const auto& access) {
        ordered = ordered && (access.isVolatile || access.order != ccfg::MemOrder::Plain);
        isVolatile = isVolatile || (access.isVolatile && access.order == ccfg::MemOrder::Plain);
      };
      if (const auto* load = std::get_if<ccfg::Load>(&op)) look(*load);
      if (const auto* store = std::get_if<ccfg::Store>(&op)) look(*store);
      ordered = ordered && !std::holds_alternative<ccfg::Free>(op);
    }
  return ordered && isVolatile;
}

// How code from before C11 is checked.
void offerVolatile(const ccfg::Program& program, const Answer& answer, std::vector<std::string>& notes) {
  const ccfg::Schedule* shown = answer.result.counterexample();
  if (shown != nullptr && isVolatileRace(program, shown->violation))
    notes.push_back(
        "both accesses are volatile or atomic: with --volatile relaxed, volatile accesses of word "
        "size count as relaxed atomics, which don't race");
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

Found ask(const Options& options, engine::Engine& engine, const engine::Problem& problem,
          const Budget& budget) {
  Found found;
  engine::Result& result = found.result;
  report::Teller teller;
  {
    ProgressLine progress(!options.quiet);
    if (check::isRelaxed(options.question.memoryModel)) {
      check::Relaxed relaxed = check::askRelaxed(engine, problem, budget, progress.sink(), &teller);
      result = std::move(relaxed.result);
      found.copy = std::move(relaxed.copy);
    } else {
      result = check::ask(engine, problem, budget, progress.sink(), &teller);
    }
  }
  if (teller.hasWatched() && result.counterexample() != nullptr) {
    found.story = teller.story(result.counterexample()->violation);
    found.story->memoryModel = result.counterexample()->memoryModel;
    tellDependence(found);
  }
  return found;
}

// Not this violation once more. No two deadlocks are told apart.
void passOver(const ccfg::Program& program, const Found& found, engine::Question& question) {
  const ccfg::Violation& v = found.result.counterexample()->violation;
  if (v.property == ccfg::Property::Deadlock)
    question.properties.remove(v.property);
  else
    question.known.insert(interp::placesOf(found.copy ? *found.copy : program, v));
}

// Violations besides the first: all of them, or, where that one depends on an approximation, one that does
// not.
void searchOn(const Options& options, const ccfg::Program& program, const Budget& budget, Answer& answer) {
  constexpr double withoutLimit = 10; // seconds for each
  const bool limited = budget.remaining() < 1e17;
  const Budget rest = options.all || !limited ? budget : budget.part(budget.remaining() / 2);
  engine::Question question = options.question;
  passOver(program, answer, question);
  const auto engine = makeAuto(options);
  while (!question.properties.empty() && !rest.exhausted()) {
    try {
      const engine::Problem problem(program, question, logsOf(options));
      answer.more.push_back(ask(options, *engine, problem, limited ? rest : budget.part(withoutLimit)));
    } catch (const std::bad_alloc&) { // what was found is not lost
      Found nothing;
      nothing.result.why = "out of memory";
      answer.more.push_back(std::move(nothing));
    }
    const Found& found = answer.more.back();
    if (!found.story) break;
    passOver(program, found, question);
    if (found.result.verdict != engine::Verdict::False || answer.result.verdict == engine::Verdict::False)
      continue;
    std::swap(static_cast<Found&>(answer), answer.more.back()); // one that is real comes first
    if (!options.all) break;
  }
  if (!options.all) answer.more.clear();
}

Answer answerOf(const Options& options, const ccfg::Program& program, const Budget& budget) {
  const engine::Problem problem(program, options.question, logsOf(options));
  Answer answer;
  const auto engine = makeEngine(options, problem, budget);
  static_cast<Found&>(answer) = ask(options, *engine, problem, budget);
  engine::Result& result = answer.result;
  if (answer.story && (options.all || result.verdict == engine::Verdict::Unknown))
    searchOn(options, program, budget, answer);
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
    const ccfg::Program& shown = answer.copy ? *answer.copy : *program;
    offerVolatile(shown, answer, notes.open);
    return giveAnswer(options, files, shown, answer, notes, budget.elapsed(), watchdog);
  } catch (const std::bad_alloc&) {
    watchdog.dismiss();
    return stop("out of memory");
  }
}

} // namespace heddle::cli
