// `heddle validate`: re-checks saved evidence on the model of the program, whoever made it. That a file shows
// nothing is no bug of ours: the answer is then `unknown`.
#include "ccfg/transform/memorymodel.h"
#include "check/recheck.h"
#include "check/relaxed.h"
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "engine/assumptions.h"
#include "engine/evidence_json.h"
#include "report/teller.h"
#include "support/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::cli {

namespace {

// A schedule as `--witness` writes it, or evidence of any kind.
nlohmann::json readSaved(const std::string& file) {
  const nlohmann::json json = readJson(file);
  auto field = [&](const char* name) {
    return json.is_object() ? json.value(name, nlohmann::json()) : nullptr;
  };
  const bool isSchedule = field("schema") == "heddle-schedule" && !field("schedule").is_null();
  const bool isEvidence = field("schema") == "heddle-evidence" && !field("evidence").is_null();
  if (!(isSchedule || isEvidence) || field("options").is_null())
    throw InputError(fmt::format(
        "{}: not a schedule or evidence that `heddle check --witness` or `--evidence` wrote", file));
  if (field("schemaVersion") != 1) throw InputError(fmt::format("{}: its schema version is not 1", file));
  return json;
}

engine::Evidence evidenceOf(const nlohmann::json& saved, const ccfg::Program& program) {
  if (saved["schema"] == "heddle-schedule") return ccfg::scheduleFromJson(saved["schedule"], program);
  return engine::evidenceFromJson(saved["evidence"], program);
}

void execute(const Options& options, const ccfg::Program& program, Answer& answer) {
  engine::Result& result = answer.result;
  ccfg::Schedule& schedule = *result.counterexample();
  const ccfg::MemoryModel model = schedule.memoryModel;
  if (check::isRelaxed(model)) schedule.memoryModel = ccfg::MemoryModel::Sc;
  report::Teller teller;
  const interp::Replay replay = interp::replay(program, schedule, options.question.properties, &teller);
  if (!replay.reproduced) {
    result.why = "the schedule does not show its violation: " + replay.reason;
    return;
  }
  result.verdict = engine::Verdict::False;
  answer.story = teller.story(replay.violation);
  answer.story->memoryModel = schedule.memoryModel = model;
  schedule.violation = replay.violation;
  result.recheck.outcome = engine::Recheck::Outcome::Accepted;
  result.assumptions = engine::modelAssumptions(program, schedule);
}

void proveAgain(const engine::Problem& problem, const Budget& budget, engine::Result& result) {
  check::recheck(problem, result, budget);
  if (result.recheck.outcome != engine::Recheck::Outcome::Accepted) {
    result.why = result.recheck.why;
    return;
  }
  if (result.invariants() != nullptr) {
    result.why = "all facts are inductive; by themselves they prove no property";
    return;
  }
  result.verdict = engine::Verdict::True;
  result.proved = result.asked;
  result.assumptions = engine::proofAssumptions(problem, engine::everything(problem.program));
  for (const ccfg::Assumption& a : result.recheck.assumptions) engine::addAssumption(result.assumptions, a);
}

// The program that the schedule belongs to: under a memory model that the interpreter does not have, a copy.
std::unique_ptr<ccfg::Program> loadFor(const nlohmann::json& schedule, const Options& options) {
  auto program = loadProgram(options);
  const auto named = schedule.is_object() ? schedule.find("memoryModel") : schedule.end();
  if (named == schedule.end() || !named->is_string()) return program;
  const auto model = ccfg::memoryModelFromName(named->get<std::string>());
  if (!model || !check::isRelaxed(*model)) return program;
  auto [copy, why, isInexact] = ccfg::transform::withMemoryModel(ccfg::analysis::Facts(*program), *model);
  if (!why.empty()) throw InputError(why);
  return std::move(copy.program);
}

} // namespace

int runValidate(Options options) {
  const Budget budget = budgetOf(options);
  const AnswerFiles files(options);
  Watchdog watchdog(options, budget, [&files, &budget, asked = options](const std::string& why) {
    return giveUp(asked, files, why, budget.elapsed());
  });
  const nlohmann::json saved = readSaved(options.inputs[0]);
  setModelOptions(options, saved["options"]);
  options.inputs.erase(options.inputs.begin());
  const auto program = loadFor(saved.value("schedule", nlohmann::json()), options);
  watchdog.grant();

  Answer answer;
  engine::Result& result = answer.result;
  result.engine = "validate";
  result.evidence = evidenceOf(saved, *program);
  if (const auto* tree = std::get_if<engine::ProofTree>(&result.evidence))
    options.question.properties = tree->properties;
  result.asked = options.question.properties;
  if (const ccfg::Schedule* schedule = result.counterexample()) {
    options.question.memoryModel = schedule->memoryModel;
    execute(options, *program, answer);
  } else {
    options.question.memoryModel = ccfg::MemoryModel::Sc;
    proveAgain(engine::Problem(*program, options.question), budget, result);
  }
  engine::applyAssumptions(result, options.question.acceptAssumptions);
  tellDependence(answer);
  return giveAnswer(options, files, *program, answer, {}, budget.elapsed(), watchdog);
}

} // namespace heddle::cli
