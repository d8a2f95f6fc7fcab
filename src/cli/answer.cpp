// See answer.h.
#include "cli/answer.h"

#include "ccfg/schedule.h"
#include "cli/input.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "engine/evidence_json.h"
#include "report/html.h"
#include "report/invariants.h"
#include "report/result_json.h"
#include "report/sarif.h"
#include "report/text.h"
#include "support/error.h"

#include <nlohmann/json.hpp>

namespace heddle::cli {

namespace {

// For `heddle validate`, which makes the same model again.
std::string savedText(const Options& options, const char* schema, const char* kind,
                      const nlohmann::json& content) {
  return dumpJson({{"schema", schema},
                   {"schemaVersion", 1},
                   {"inputs", options.inputs},
                   {"options", modelOptionsJson(options)},
                   {kind, content}});
}

std::string answerText(const Options& options, const ccfg::Program& program, const engine::Result& result,
                       const report::Story* story, const Notes& notes) {
  const report::TextStyle style{outputWidth(), useColor(options.color)};
  std::string text;
  if (!options.quiet) {
    report::SourceText source(program.files);
    if (story != nullptr) text += report::counterexampleText(*story, source, style);
    if (result.invariants() != nullptr) text += report::invariantsText(*result.invariants(), program, source);
    text += report::resultText(result, program, style);
    for (const std::string& note : notes.open) text += "note: " + note + "\n";
  }
  if (options.stats) text += report::statisticsText(result.statistics);
  return text + report::verdictLine(result) + "\n";
}

struct Texts {
  std::string json, html, sarif, witness, evidence, answer;
};

// The command that shows the interleaving again: if it was saved, without a search.
std::string showAgain(const Options& options, bool isSaved) {
  if (!isSaved) return shellText(options.commandLine);
  std::vector<std::string> words = {"validate", options.witnessFile};
  words.insert(words.end(), options.inputs.begin(), options.inputs.end());
  if (!options.compilerFlags.empty()) words.emplace_back("--");
  words.insert(words.end(), options.compilerFlags.begin(), options.compilerFlags.end());
  return shellText(words);
}

std::string pageOf(const Options& options, const ccfg::Program& program, const engine::Result& result,
                   const report::Story* story, const std::vector<std::string>& notes) {
  report::PageContent page;
  page.version = versionText;
  page.verdict = page.sentence = report::verdictLine(result);
  if (result.verdict == engine::Verdict::True) page.sentence = "proved: " + result.asked.toString();
  page.replays = story != nullptr && !options.witnessFile.empty();
  page.command = showAgain(options, page.replays);
  if (story != nullptr) page.stories.push_back({story, &program.files, &program});
  page.assumptions = report::assumptionLines(result, program);
  page.notes = notes;
  page.program = &program;
  if (result.invariants() != nullptr) page.invariants = report::lineInvariants(*result.invariants(), program);
  return report::htmlPage(page);
}

std::string sarifOf(const Options& options, const ccfg::Program& program, const engine::Result& result,
                    const report::Story* story, std::vector<std::string> notes) {
  for (const std::string& line : report::assumptionLines(result, program)) notes.push_back(line);
  std::vector<report::Told> violations;
  if (story != nullptr) violations.push_back({story, &program.files, &program});
  return dumpJson(
      report::sarifJson(violations, {versionText, shellText(options.commandLine), report::exitCode(result),
                                     report::verdictLine(result), result.verdict == engine::Verdict::Unknown,
                                     std::move(notes)}));
}

Texts textsOf(const Options& options, const ccfg::Program& program, const engine::Result& result,
              const report::Story* story, const Notes& notes, double seconds) {
  Texts out;
  if (!options.witnessFile.empty() && story != nullptr)
    out.witness =
        savedText(options, "heddle-schedule", "schedule", toJson(*result.counterexample(), program));
  if (!options.evidenceFile.empty() && !std::holds_alternative<std::monostate>(result.evidence))
    out.evidence = savedText(options, "heddle-evidence", "evidence", toJson(result.evidence, program));
  std::vector<std::string> all = notes.warnings;
  all.insert(all.end(), notes.open.begin(), notes.open.end());
  if (!options.jsonFile.empty())
    out.json = dumpJson(report::resultJson(
        result, program, story, {versionText, options.inputs, seconds, options.question.memoryModel, all}));
  if (!options.htmlFile.empty()) out.html = pageOf(options, program, result, story, all);
  if (!options.sarifFile.empty()) out.sarif = sarifOf(options, program, result, story, all);
  if (printsText(options)) out.answer = answerText(options, program, result, story, notes);
  return out;
}

int deliver(const Options& options, const AnswerFiles& files, const Texts& texts, int code) {
  bool lost = false;
  const auto write = [&](const std::optional<OutputFile>& file, const std::string& text) {
    if (file && !text.empty()) lost = !file->tryWrite(text) || lost;
  };
  write(files.witness, texts.witness);
  write(files.evidence, texts.evidence);
  // One of them may be the standard output, which has to work.
  for (const auto& [file, text] : {std::pair(&files.json, &texts.json), std::pair(&files.html, &texts.html),
                                   std::pair(&files.sarif, &texts.sarif)})
    if (*file && (*file)->isStandardOutput())
      printOut(*text);
    else
      write(*file, *text);
  if (printsText(options)) printOut(texts.answer);
  return lost ? outputLost + code : code;
}

} // namespace

AnswerFiles::AnswerFiles(const Options& options) {
  if (!options.jsonFile.empty()) json.emplace(options.jsonFile);
  if (!options.witnessFile.empty()) witness.emplace(options.witnessFile);
  if (!options.evidenceFile.empty()) evidence.emplace(options.evidenceFile);
  if (!options.htmlFile.empty()) html.emplace(options.htmlFile);
  if (!options.sarifFile.empty()) sarif.emplace(options.sarifFile);
}

int giveAnswer(const Options& options, const AnswerFiles& files, const ccfg::Program& program,
               const Answer& answer, const Notes& notes, double seconds, Watchdog& watchdog) {
  const bool isTold = answer.result.verdict == engine::Verdict::False;
  const Texts texts =
      textsOf(options, program, answer.result, isTold ? &answer.story.value() : nullptr, notes, seconds);
  watchdog.dismiss();
  return deliver(options, files, texts, report::exitCode(answer.result));
}

int giveUp(const Options& options, const AnswerFiles& files, const std::string& why, double seconds) {
  ProgressLine::erase();
  engine::Result result;
  result.why = why;
  result.engine = engineName(options.engine);
  result.asked = options.question.properties;
  return deliver(options, files, textsOf(options, {}, result, nullptr, {}, seconds),
                 report::exitCode(result));
}

} // namespace heddle::cli
