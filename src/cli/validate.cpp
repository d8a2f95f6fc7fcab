// `heddle validate`: executes a saved schedule on the model of the program, whoever found it.
#include "cli/answer.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "engine/assumptions.h"
#include "report/teller.h"
#include "support/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::cli {

namespace {

nlohmann::json readWitness(const std::string& file) {
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(readFile(file));
  } catch (const nlohmann::json::exception& e) {
    throw InputError(fmt::format("{}: not valid JSON: {}", file, e.what()));
  }
  auto field = [&](const char* name) {
    return json.is_object() ? json.value(name, nlohmann::json()) : nullptr;
  };
  if (field("schema") != "heddle-schedule" || field("schedule").is_null() || field("options").is_null())
    throw InputError(fmt::format("{}: not a schedule that `heddle check --witness` wrote", file));
  if (field("schemaVersion") != 1) throw InputError(fmt::format("{}: its schema version is not 1", file));
  return json;
}

} // namespace

int runValidate(Options options) {
  const Budget budget = budgetOf(options);
  const AnswerFiles files(options);
  Watchdog watchdog(options, budget, [&files, &budget, asked = options](const std::string& why) {
    return giveUp(asked, files, why, budget.elapsed());
  });
  const nlohmann::json witness = readWitness(options.inputs[0]);
  setModelOptions(options, witness["options"]);
  options.inputs.erase(options.inputs.begin());
  const auto program = loadProgram(options);
  watchdog.grant();

  Answer answer;
  engine::Result& result = answer.result;
  result.engine = "validate";
  result.asked = options.question.properties;
  result.counterexample = ccfg::scheduleFromJson(witness["schedule"], *program);
  options.question.memoryModel = result.counterexample->memoryModel;
  report::Teller teller;
  const interp::Replay replay =
      interp::replay(*program, *result.counterexample, options.question.properties, &teller);
  if (replay.reproduced) {
    result.verdict = engine::Verdict::False;
    answer.story = teller.story(replay.violation);
    result.counterexample->violation = replay.violation;
    result.assumptions = engine::modelAssumptions(*program, result.counterexample);
    engine::applyAssumptions(result, options.question.acceptAssumptions);
  } else {
    result.why = "the schedule does not show its violation: " + replay.reason;
  }
  return giveAnswer(options, files, *program, answer, {}, budget.elapsed(), watchdog);
}

} // namespace heddle::cli
