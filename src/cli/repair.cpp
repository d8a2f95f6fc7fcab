// `heddle repair`: model, synthesis, patches.
#include "repair/repair.h"

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/watchdog.h"
#include "patch/write.h"
#include "repair/report.h"
#include "support/error.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace heddle::cli {

namespace {

bool isC(const std::string& file) { return std::filesystem::path(file).extension() == ".c"; }

struct Files {
  explicit Files(const Options& options) {
    if (!options.jsonFile.empty()) json.emplace(options.jsonFile);
    if (!options.outputFile.empty()) patch.emplace(options.outputFile);
  }
  std::optional<OutputFile> json, patch;
};

std::string textOf(const Options& options, const repair::Repair& found, const ccfg::Program& program) {
  std::string text;
  if (!options.quiet)
    text = repair::repairText(found, program, options.question, {outputWidth(), useColor(options.color)});
  return text + repair::repairLine(found) + "\n";
}

int deliver(const Options& options, const Files& files, const repair::Repair& found,
            const ccfg::Program& program) {
  const auto first =
      std::ranges::find_if(found.solutions, [](const repair::Solution& s) { return !s.changes.empty(); });
  bool written = true;
  if (files.json)
    written = files.json->tryWrite(dumpJson(repair::repairJson(found, program, options.question)));
  std::string text = textOf(options, found, program);
  if (first != found.solutions.end()) {
    std::string diff;
    for (const patch::Change& c : first->changes) diff += c.diff;
    if (files.patch) written = files.patch->tryWrite(diff) && written;
    if (options.inPlace) {
      const std::vector<std::string> backups = patch::writeInPlace(first->changes);
      for (size_t i = 0; i < backups.size(); ++i)
        text =
            fmt::format("{} is repaired; the old text is in {}\n", first->changes[i].file, backups[i]) + text;
    }
  }
  if (options.jsonFile != "-") printOut(text);
  return (written ? 0 : outputLost) + repair::exitCode(found);
}

} // namespace

int runRepair(const Options& options) {
  const Files files(options);
  const Budget budget = budgetOf(options);
  Watchdog watchdog(options, budget, [](const std::string& why) {
    ProgressLine::erase();
    printOut(fmt::format("repair: unknown ({})\n", why));
    return static_cast<int>(ExitCode::Unknown);
  });
  const auto program = loadProgram(options);
  const llvm2ccfg::FrontendOptions source = frontendOptions(options);
  const bool patchable = std::ranges::all_of(options.inputs, isC);
  watchdog.grant();
  std::optional<repair::Repair> found;
  {
    ProgressLine progress(!options.quiet);
    found = repair::repair(*program, options.question, options.repair, patchable ? &source : nullptr, budget,
                           progress.sink());
  }
  watchdog.dismiss();
  return deliver(options, files, *found, *program);
}

} // namespace heddle::cli
