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

#include <fmt/format.h>
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

// What is told of a run, whatever there is to tell.
struct Told {
  const Options& options;
  const ccfg::Program& program;
  const Answer& answer;
  const Notes& notes;
  double seconds = 0;

  const ccfg::Program& programOf(const Found& f) const { return f.copy ? *f.copy : program; }
  // Of the answer itself: one that depends on what was approximated is told as possible.
  const report::Story* story() const { return answer.story ? &*answer.story : nullptr; }
  std::vector<const Found*> violations() const {
    std::vector<const Found*> all;
    if (answer.story) all.push_back(&answer);
    for (const Found& f : answer.more)
      if (f.story) all.push_back(&f);
    return all;
  }
  std::vector<engine::PropertyVerdict> properties() const {
    std::vector<const engine::Result*> more;
    for (const Found& f : answer.more) more.push_back(&f.result);
    return engine::byProperty(answer.result, more);
  }
};

std::string violationsText(const Told& told, const report::TextStyle& style) {
  const std::vector<const Found*> all = told.violations();
  std::string text;
  for (size_t i = 0; i < all.size(); ++i) {
    if (told.options.all) text += fmt::format("violation {} of {}\n\n", i + 1, all.size());
    report::SourceText source(told.programOf(*all[i]).files);
    text += report::counterexampleText(*all[i]->story, source, style);
  }
  return text;
}

std::string answerText(const Told& told) {
  const Options& options = told.options;
  const engine::Result& result = told.answer.result;
  const ccfg::Program& program = told.programOf(told.answer);
  const report::TextStyle style{outputWidth(), useColor(options.color)};
  std::string text;
  if (!options.quiet) {
    report::SourceText source(program.files);
    text += violationsText(told, style);
    if (result.invariants() != nullptr) text += report::invariantsText(*result.invariants(), program, source);
    const bool oneByOne = options.all || result.verdict == engine::Verdict::Unknown;
    text += report::resultText(result, oneByOne ? told.properties() : std::vector<engine::PropertyVerdict>(),
                               program, style);
    for (const std::string& note : told.notes.open) text += "note: " + note + "\n";
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

std::vector<report::Told> storiesOf(const Told& told) {
  std::vector<report::Told> stories;
  for (const Found* f : told.violations())
    stories.push_back({&*f->story, &told.programOf(*f).files, &told.programOf(*f)});
  return stories;
}

std::string pageOf(const Told& told, const std::vector<std::string>& notes) {
  const engine::Result& result = told.answer.result;
  const ccfg::Program& program = told.programOf(told.answer);
  report::PageContent page;
  page.version = versionText;
  page.verdict = page.sentence = report::verdictLine(result);
  if (result.verdict == engine::Verdict::True) page.sentence = "proved: " + result.asked.toString();
  page.replays = told.story() != nullptr && !told.options.witnessFile.empty();
  page.command = showAgain(told.options, page.replays);
  page.stories = storiesOf(told);
  page.assumptions = report::assumptionLines(result, program);
  page.notes = notes;
  page.program = &program;
  if (result.invariants() != nullptr) page.invariants = report::lineInvariants(*result.invariants(), program);
  return report::htmlPage(page);
}

std::string sarifOf(const Told& told, std::vector<std::string> notes) {
  const engine::Result& result = told.answer.result;
  for (const std::string& line : report::assumptionLines(result, told.programOf(told.answer)))
    notes.push_back(line);
  // What is only possible is no finding.
  const bool isFound = result.verdict == engine::Verdict::False;
  return dumpJson(report::sarifJson(isFound ? storiesOf(told) : std::vector<report::Told>(),
                                    {versionText, shellText(told.options.commandLine),
                                     report::exitCode(result), report::verdictLine(result),
                                     result.verdict == engine::Verdict::Unknown, std::move(notes)}));
}

Texts textsOf(const Told& told) {
  const Options& options = told.options;
  const engine::Result& result = told.answer.result;
  const ccfg::Program& program = told.programOf(told.answer);
  Texts out;
  if (!options.witnessFile.empty() && told.story() != nullptr)
    out.witness =
        savedText(options, "heddle-schedule", "schedule", toJson(*result.counterexample(), program));
  if (!options.evidenceFile.empty() && !std::holds_alternative<std::monostate>(result.evidence))
    out.evidence = savedText(options, "heddle-evidence", "evidence", toJson(result.evidence, program));
  report::RunInfo run{versionText, options.inputs, told.seconds, options.question.memoryModel,
                      told.notes.warnings};
  run.notes.insert(run.notes.end(), told.notes.open.begin(), told.notes.open.end());
  run.properties = told.properties();
  if (options.all)
    for (const Found* f : told.violations()) run.all.emplace_back(&*f->story, &told.programOf(*f));
  if (!options.jsonFile.empty()) out.json = dumpJson(report::resultJson(result, program, told.story(), run));
  if (!options.htmlFile.empty()) out.html = pageOf(told, run.notes);
  if (!options.sarifFile.empty()) out.sarif = sarifOf(told, run.notes);
  if (printsText(options)) out.answer = answerText(told);
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

void tellDependence(Found& found) {
  if (!found.story || found.result.verdict == engine::Verdict::False) return;
  for (const ccfg::Assumption& a : found.result.assumptions)
    if (a.addsBehaviours) found.story->dependsOn.push_back(a.text);
}

int giveAnswer(const Options& options, const AnswerFiles& files, const ccfg::Program& program,
               const Answer& answer, const Notes& notes, double seconds, Watchdog& watchdog) {
  const Texts texts = textsOf({options, program, answer, notes, seconds});
  watchdog.dismiss();
  return deliver(options, files, texts, report::exitCode(answer.result));
}

int giveUp(const Options& options, const AnswerFiles& files, const std::string& why, double seconds) {
  ProgressLine::erase();
  Answer answer;
  answer.result.why = why;
  answer.result.engine = engineName(options.engine);
  answer.result.asked = options.question.properties;
  return deliver(options, files, textsOf({options, {}, answer, {}, seconds}),
                 report::exitCode(answer.result));
}

} // namespace heddle::cli
