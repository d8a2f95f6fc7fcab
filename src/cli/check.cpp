// `heddle check`: model, engine, confirmation, answer.
#include "check/ask.h"
#include "check/inductive.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/terminal.h"
#include "domains/octagon.h"
#include "portfolio/portfolio.h"
#include "support/error.h"

#include <algorithm>

#include <fmt/format.h>
#include <new>

namespace heddle::cli {

namespace {

bool isOn(const Options& options, std::string_view heuristic) {
  return std::find(options.without.begin(), options.without.end(), heuristic) == options.without.end();
}

bounded::BoundedOptions boundedOptions(const Options& options) {
  bounded::BoundedOptions o;
  o.strategy = *bounded::strategyFromName(options.strategy);
  if (options.focus == "control-state") o.preset = bounded::Preset::ControlState;
  if (options.focus == "serial") o.preset = bounded::Preset::Serial;
  o.unwind = options.unwind;
  o.z3 = options.solver == "z3";
  o.prune = isOn(options, "S0");
  o.biased = isOn(options, "S1");
  o.lockValues = isOn(options, "S2a");
  o.lockOrder = isOn(options, "S2b");
  o.partialP2 = isOn(options, "S3");
  o.layered = isOn(options, "layers");
  return o;
}

explore::ExploreOptions exploreOptions(const Options& options) {
  explore::ExploreOptions o;
  o.reduction = *explore::reductionFromName(options.por);
  return o;
}

modular::ModularOptions modularOptions(const Options& options) {
  modular::ModularOptions o;
  o.sensitivity = *modular::sensitivityFromName(options.modular);
  o.domain = *domains::domainFromName(options.domain);
  if (o.domain == domains::DomainKind::Octagons && !domains::hasOctagons())
    throw UsageError("this build has no octagons: it was built without PPL");
  o.combinations = options.combinations;
  o.invariants = options.invariants;
  return o;
}

void checkMemoryModel(const Options& options) {
  // An atomic section waits for all stores: grouping would hide what the memory model is about.
  if (options.memoryModel != ccfg::MemoryModel::Sc && options.statementGranularity)
    throw UsageError("`--granularity statement` works only with `--memory-model sc`");
}

std::unique_ptr<engine::Engine> makeEngine(const Options& options) {
  if (options.engine == "bounded") return bounded::makeBounded(boundedOptions(options));
  if (options.engine == "modular") return modular::makeModular(modularOptions(options));
  if (options.engine == "sample") return sample::makeSample({});
  if (options.engine == "explore") return explore::makeExplore(exploreOptions(options));
  return portfolio::makePortfolio(exploreOptions(options), boundedOptions(options), modularOptions(options));
}

ccfg::Assumption leaksUnchecked() {
  ccfg::Assumption a;
  a.text = "memory leaks are not checked (valid-memtrack)";
  a.missesBehaviours = true;
  return a;
}

void addInductive(const engine::Problem& problem, const Budget& budget, engine::Result& result) {
  const check::Inductive i = check::checkInductive(problem, result.invariants, budget);
  result.statistics.set("check.finished", i.finished ? 1 : 0);
  if (!i.finished) return;
  result.statistics.set("check.facts", static_cast<double>(i.facts));
  result.statistics.set("check.inductive", static_cast<double>(i.inductive));
  result.statistics.set("check.assertions", static_cast<double>(i.assertions));
  result.statistics.set("check.implied", static_cast<double>(i.implied));
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
  const auto asked = [&](ccfg::Property p) { return options.propertiesGiven && options.properties.has(p); };
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

engine::Result resultOf(const Options& options, const ccfg::Program& program, const Budget& budget) {
  const engine::Problem problem(program,
                                {.properties = options.properties,
                                 .memoryModel = options.memoryModel,
                                 .partialDeadlock = options.partialDeadlock,
                                 .acceptAssumptions = options.acceptAssumptions},
                                logsOf(options));
  engine::Result result;
  {
    ProgressLine progress(!options.quiet);
    result = check::ask(*makeEngine(options), problem, budget, progress.sink());
  }
  if (options.leaksAsked) {
    result.assumptions.push_back(leaksUnchecked());
    engine::applyAssumptions(result, options.acceptAssumptions);
  }
  if (options.checkInvariants) addInductive(problem, budget, result);
  return result;
}

} // namespace

int runCheck(const Options& options) {
  checkMemoryModel(options);
  if (options.invariants && options.engine != "modular")
    throw UsageError("`--invariants` works only with `--engine modular`");
  const Budget budget = budgetOf(options);
  const AnswerFiles files(options);
  const auto stop = [&](const std::string& why) { return giveUp(options, files, why, budget.elapsed()); };
  Watchdog watchdog(options, budget, stop);
  try {
    Notes notes;
    const auto program = loadProgram(options, &notes.warnings);
    addNotes(options, *program, notes.open);
    watchdog.grant();
    const engine::Result result = resultOf(options, *program, budget);
    return giveAnswer(options, files, *program, result, notes, budget.elapsed(), watchdog);
  } catch (const std::bad_alloc&) {
    watchdog.dismiss();
    return stop("out of memory");
  }
}

} // namespace heddle::cli
