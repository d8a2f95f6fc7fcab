// `heddle model`: prints the model, or what an analysis says of it.
#include "ccfg/analysis/analysis.h"
#include "ccfg/dot.h"
#include "ccfg/json.h"
#include "ccfg/text.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "cli/watchdog.h"
#include "support/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace heddle::cli {

namespace {

const ccfg::analysis::AnalysisInfo* analysisOf(const Options& options) {
  if (options.analysis.empty()) return nullptr;
  if (const auto* found = ccfg::analysis::findAnalysis(options.analysis)) return found;
  std::vector<std::string_view> names;
  for (const auto& info : ccfg::analysis::analyses()) names.push_back(info.name);
  throw UsageError(
      fmt::format("unknown analysis `{}`; expected one of {}", options.analysis, fmt::join(names, ", ")));
}

std::string printed(const ccfg::Program& program, ModelFormat format) {
  if (format == ModelFormat::Json)
    return ccfg::modelToJson(program).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (format == ModelFormat::Dot) return ccfg::printDot(program);
  return ccfg::printText(program);
}

} // namespace

int runModel(const Options& options) {
  const auto* analysis = analysisOf(options);
  const OutputFile out(options.outputFile.empty() ? "-" : options.outputFile);
  Watchdog watchdog(options, budgetOf(options), [](const std::string& why) {
    warn(why);
    return static_cast<int>(ExitCode::Unknown);
  });
  const auto program = loadProgram(options);
  const std::string text = analysis != nullptr ? analysis->print(ccfg::analysis::Facts(*program))
                                               : printed(*program, options.format);
  watchdog.dismiss();
  out.write(text);
  return 0;
}

} // namespace heddle::cli
