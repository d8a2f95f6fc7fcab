// `heddle predict`: from one recorded run to the violations that other interleavings of it show, each with a
// witness that is forced on the program before it is reported.
#include "ccfg/text.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "cli/watchdog.h"
#include "engines/bounded/bounded.h"
#include "prediction/driver.h"
#include "report/html.h"
#include "report/prediction.h"
#include "report/sarif.h"
#include "support/error.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::cli {

namespace {

using ccfg::Property;

ccfg::PropertySet askedProperties(const Options& options) {
  ccfg::PropertySet asked = options.question.properties;
  if (!options.propertiesGiven) asked = {};
  if (!options.propertiesGiven) asked.add(Property::Atomicity);
  for (const Property p : {Property::Memory, Property::Overflow})
    if (asked.has(p))
      throw UsageError(fmt::format("`predict` does not support property `{}`", ccfg::propertyName(p)));
  return asked;
}

prediction::Options predictionOptions(const Options& options) {
  prediction::Options o = options.prediction;
  o.asked = askedProperties(options);
  o.atomic = {options.model.atomic.begin(), options.model.atomic.end()};
  return o;
}

prediction::Means meansOf(const Options& options, const Budget& budget) {
  prediction::Means means;
  means.command = options.programArguments;
  means.model = [&options, &budget](const prediction::Recorded& r, llvm2ccfg::Window window) {
    const std::string program =
        options.programArguments.empty() ? r.trace.program : options.programArguments[0];
    return llvm2ccfg::rewalk(r.trace, r.order, r.blocks, r.shared, program, window, budget);
  };
  if (options.confirm)
    means.replay = [&options, &budget](const replay::Witness& witness) -> std::optional<replay::Result> {
      if (!std::filesystem::exists(witness.command[0])) return std::nullopt;
      return replay::replay(witness, options.patience, true, budget);
    };
  if (!options.modelFile.empty())
    means.showModel = [file = OutputFile(options.modelFile)](const ccfg::Program& model) {
      file.write(ccfg::printText(model));
    };
  return means;
}

struct PredictionFiles {
  explicit PredictionFiles(const Options& options) {
    if (!options.jsonFile.empty()) json.emplace(options.jsonFile);
    if (!options.htmlFile.empty()) html.emplace(options.htmlFile);
    if (!options.sarifFile.empty()) sarif.emplace(options.sarifFile);
  }
  std::optional<OutputFile> json, html, sarif;
};

// Of the violation of this index.
std::string witnessFile(const Options& options, size_t index) {
  return index == 0 ? options.witnessFile : fmt::format("{}.{}", options.witnessFile, index + 1);
}

std::string pageOf(const Options& options, const predict::Prediction& found,
                   std::vector<report::Told> stories) {
  for (size_t i = 0; i < stories.size() && !options.witnessFile.empty(); ++i)
    stories[i].command = shellText({"replay", witnessFile(options, i)});
  report::PageContent page;
  page.version = versionText;
  page.verdict = page.sentence = report::verdictLine(found);
  page.command = shellText(options.commandLine);
  page.replays = !stories.empty() && !options.witnessFile.empty();
  page.stories = std::move(stories);
  page.notes = found.notes;
  return report::htmlPage(page);
}

std::string sarifOf(const Options& options, const predict::Prediction& found,
                    const std::vector<report::Told>& stories) {
  const ExitCode code = report::exitCode(found);
  return dumpJson(
      report::sarifJson(stories, {versionText, shellText(options.commandLine), static_cast<int>(code),
                                  report::verdictLine(found), code == ExitCode::Unknown, found.notes}));
}

// Returns whether all files could be written. The text is printed in any case.
bool deliver(const Options& options, const PredictionFiles& files, const trace::Trace& trace,
             const predict::Prediction& found) {
  bool written = true;
  const auto write = [&](const OutputFile& file, const std::string& text) {
    written = file.tryWrite(text) && written;
  };
  const report::PredictionReport report(trace, found);
  if (files.json) write(*files.json, dumpJson(report.json()));
  if (files.html) write(*files.html, pageOf(options, found, report.told()));
  if (files.sarif) write(*files.sarif, sarifOf(options, found, report.told()));
  if (printsText(options)) printOut(report.text({outputWidth(), useColor(options.color)}));
  for (size_t i = 0; i < found.violations.size() && !options.witnessFile.empty(); ++i)
    write(OutputFile(witnessFile(options, i)), dumpJson(report.witness(found.violations[i])));
  return written;
}

} // namespace

int runPredict(const Options& options) {
  const PredictionFiles files(options);
  const Budget budget = budgetOf(options);
  Watchdog watchdog(options, budget, [](const std::string& why) {
    warn(why);
    return static_cast<int>(ExitCode::Unknown);
  });
  watchdog.grant();
  trace::Trace trace;
  predict::Prediction found;
  try {
    trace = trace::readTrace(options.inputs[0], budget);
    const auto engine = bounded::makeBounded({});
    found = prediction::predict(trace, predictionOptions(options), meansOf(options, budget), *engine, budget);
  } catch (const OutOfBudget& spent) { // reading the trace
    found.stop(spent.why);
  }
  watchdog.dismiss();
  const auto code = static_cast<int>(report::exitCode(found));
  return deliver(options, files, trace, found) ? code : outputLost + code;
}

} // namespace heddle::cli
