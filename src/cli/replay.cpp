// `heddle replay`: forces the order of a witness on the real program, and says what came of it.
#include "replay/replay.h"

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "cli/watchdog.h"
#include "llvm2ccfg/rewalk/rewalk.h"
#include "report/html.h"
#include "report/replayed.h"
#include "report/story_json.h"
#include "report/text.h"
#include "support/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <set>

namespace heddle::cli {

namespace {

using replay::Witness;
using replay::WitnessStep;

// A witness, and what `predict` told of it; one that was written by hand has no story.
struct Input {
  Witness witness;
  std::optional<report::Story> story;
  FileTable files;
};

Input readWitness(const std::string& file) {
  const nlohmann::json json = readJson(file);
  Input in{replay::witnessFromJson(json, file), {}, {}};
  try {
    if (json.contains("story")) in.story = report::storyFromJson(json["story"], in.files);
  } catch (const nlohmann::json::exception& e) {
    throw InputError(fmt::format("{}: not a valid witness: {}", file, e.what()));
  }
  return in;
}

// The program that the witness was made of has the places that its steps name.
bool isRecordedProgram(const Witness& witness) {
  try {
    const std::set<uint64_t> modules = llvm2ccfg::modulesOf(witness.command[0]);
    return std::any_of(witness.steps.begin(), witness.steps.end(),
                       [&](const WitnessStep& s) { return modules.contains(s.module); });
  } catch (const InputError&) {
    return false;
  }
}

// A witness is data: what it names is run only if it is the program that it is about, or the user says so.
void announce(const Options& options, const Witness& witness) {
  warn(fmt::format("running {}", fmt::join(witness.command, " ")));
  if (!options.trust && options.programArguments.empty() && !isRecordedProgram(witness))
    throw UsageError(
        fmt::format("{} is not the program that {} was made from; if you trust the command, add --trust",
                    witness.command[0], options.inputs[0]));
}

std::string pageOf(const Options& options, const Input& input, const Witness& witness,
                   const replay::Result& result, const std::optional<report::Story>& story) {
  report::PageContent page;
  page.version = versionText;
  page.verdict = page.sentence = report::verdictLine(witness, result);
  page.command = shellText(options.commandLine);
  page.replays = true;
  page.notes = {fmt::format("{}: {}", outcomeName(result.outcome), result.text)};
  if (story) page.stories.push_back({&*story, &input.files});
  return report::htmlPage(page);
}

} // namespace

int runReplay(const Options& options) {
  const Input input = readWitness(options.inputs[0]);
  std::optional<OutputFile> page;
  if (!options.htmlFile.empty()) page.emplace(options.htmlFile);
  Witness witness = input.witness;
  if (!options.programArguments.empty()) witness.command = options.programArguments;
  if (witness.command.empty())
    throw UsageError(
        "the witness names no program; write it after `--`: heddle replay WITNESS -- PROGRAM ...");
  announce(options, witness);
  if (options.gdb) return replay::debug(witness);
  const replay::Result result = replay::replay(witness, options.patience, false, budgetOf(options));
  std::string text;
  std::optional<report::Story> story;
  if (input.story) {
    report::SourceText source(input.files);
    story = replayedStory(*input.story, witness, result);
    text = counterexampleText(*story, source, {outputWidth(), useColor(options.color)});
  }
  const bool isLost =
      page && !page->isStandardOutput() && !page->tryWrite(pageOf(options, input, witness, result, story));
  if (page && page->isStandardOutput()) page->write(pageOf(options, input, witness, result, story));
  if (printsText(options))
    printOut(fmt::format("{}{}: {}\n{}\n", text, outcomeName(result.outcome), result.text,
                         report::verdictLine(witness, result)));
  return report::exitCode(result) + (isLost ? outputLost : 0);
}

} // namespace heddle::cli
