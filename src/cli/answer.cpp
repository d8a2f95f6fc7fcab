// See answer.h.
#include "cli/answer.h"

#include "ccfg/schedule.h"
#include "cli/input.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "report/invariants.h"
#include "report/result_json.h"
#include "report/text.h"

#include <nlohmann/json.hpp>

namespace heddle::cli {

namespace {

// Source lines may hold any bytes; JSON may not.
std::string dump(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string witnessText(const Options& options, const ccfg::Program& program,
                        const ccfg::Schedule& schedule) {
  return dump({{"schema", "heddle-schedule"},
               {"schemaVersion", 1},
               {"inputs", options.inputs},
               {"options", modelOptionsJson(options)},
               {"schedule", toJson(schedule, program)}});
}

std::string answerText(const Options& options, const ccfg::Program& program, const engine::Result& result,
                       const report::Story* story) {
  const report::TextStyle style{outputWidth(), useColor(options.color)};
  std::string text;
  if (!options.quiet) {
    report::SourceText source(program.files);
    if (story != nullptr) text += report::counterexampleText(*story, source, style);
    text += report::invariantsText(result.invariants, program, source);
    text += report::resultText(result, program, style);
  }
  if (options.stats) text += report::statisticsText(result.statistics);
  return text + report::verdictLine(result) + "\n";
}

} // namespace

AnswerFiles::AnswerFiles(const Options& options) {
  if (!options.jsonFile.empty()) json.emplace(options.jsonFile);
  if (!options.witnessFile.empty()) witness.emplace(options.witnessFile);
}

int giveAnswer(const Options& options, const AnswerFiles& files, const ccfg::Program& program,
               const engine::Result& result, double seconds) {
  std::optional<report::Story> story;
  if (result.verdict == engine::Verdict::False)
    story = report::tell(program, *result.counterexample, result.asked);
  const report::Story* told = story ? &*story : nullptr;
  if (files.witness && story) files.witness->write(witnessText(options, program, *result.counterexample));
  if (files.json)
    files.json->write(dump(report::resultJson(result, program, told,
                                              {versionText, options.inputs, seconds, options.memoryModel})));
  if (options.jsonFile != "-") printOut(answerText(options, program, result, told));
  return report::exitCode(result);
}

} // namespace heddle::cli
