// The command line: one table of options makes the parser, the help pages, the list of options in
// docs/manual.md and the options that a saved schedule keeps. To add an option, add a row in options.cpp, and
// a field, with its default, to the struct that uses it (or here).
#pragma once

#include "engine/question.h"
#include "llvm2ccfg/frontend.h"
#include "portfolio/portfolio.h"
#include "prediction/driver.h"
#include "repair/repair.h"
#include "replay/guard.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

enum class Command : uint8_t {
  Check,
  Model,
  Validate,
  Cc,
  Record,
  Run,
  Trace,
  Replay,
  Predict,
  Repair,
  Version,
  Help
};
enum class EngineName : uint8_t { Auto, Explore, Sample, Bounded, Modular, Impact };
enum class ModelFormat : uint8_t { Text, Json, Dot };
enum class Color : uint8_t { Auto, Always, Never };

// The structs that are used, and the defaults that they have: nothing is copied from here to there.
struct Options {
  Command command = Command::Help;
  std::vector<std::string> inputs;        // validate: the first one is the evidence
  std::vector<std::string> compilerFlags; // what stands after --
  std::vector<std::string>
      programArguments; // cc: all of them; record, run: the program and its arguments, after --
  std::vector<std::string> commandLine; // as typed
  std::string helpTopic;                // a command's name; empty: the overview

  // How the input becomes a model. What is not an option in there is set when it is used (input.cpp).
  llvm2ccfg::FrontendOptions model;

  // What is asked.
  engine::Question question{ccfg::PropertySet::defaults()};
  bool propertiesGiven = false;
  bool leaksAsked = false; // part of valid-memsafety; no engine checks it

  // Who answers, and how long it may take.
  EngineName engine = EngineName::Auto;
  explore::ExploreOptions explore;
  sample::SampleOptions sample;
  bounded::BoundedOptions bounded;
  modular::ModularOptions modular;
  impact::ImpactOptions impact;
  portfolio::PortfolioOptions portfolio;
  std::vector<std::string> log; // NAME or NAME:details
  double timeout = 0;           // seconds; 0: none
  uint64_t memory = 0;          // bytes; 0: three quarters of what the machine has

  // What is written, and where.
  std::string jsonFile; // "-": standard output
  std::string witnessFile;
  std::string evidenceFile;
  std::string htmlFile;
  std::string sarifFile; // "-": standard output
  ModelFormat format = ModelFormat::Text;
  std::string analysis;
  std::string outputFile;
  bool stats = false;
  bool checkInvariants = false;
  bool seedInvariants = false; // of `modular`, for `impact`
  bool allEvents = false;
  bool quiet = false;
  Color color = Color::Auto;

  // Runs of the real program.
  prediction::Options prediction; // without what is asked, and what is atomic
  replay::GuardOptions guard;
  bool gdb = false;
  bool trust = false; // replay: run whatever the witness names
  bool confirm = true;
  std::string modelFile;
  double patience = 5; // seconds

  repair::Options repair;
  bool inPlace = false;
};

// Standard output is a file's, not the text's.
inline bool printsText(const Options& o) {
  return o.jsonFile != "-" && o.sarifFile != "-" && o.htmlFile != "-";
}

// The command as a shell reads it.
std::string shellText(const std::vector<std::string>& arguments);

// Throws UsageError with one sentence that says what to write instead.
Options parseCommandLine(const std::vector<std::string>& args);

// The pages of `heddle help [COMMAND]`; "options" is the list for the manual, in Markdown.
std::string helpPage(const std::string& topic);

std::string_view commandName(Command c);
std::string_view engineName(EngineName e);

// ---- the table

struct OptionSpec {
  std::string_view name;         // "--timeout", or "-o"
  std::string value;             // what its argument is called in the help; empty: a switch without one
  std::vector<Command> commands; // those that take it
  std::string_view help;
  std::function<void(Options& options, const std::string& value)> set;
  // As it would be typed ("given" for a switch); empty: as if it were not given.
  std::function<std::string(const Options& options)> show;

  std::string defaultText() const { return show({}); }
  bool isFor(Command c) const { return std::ranges::find(commands, c) != commands.end(); }
};

struct OptionGroup {
  std::string_view title;
  std::vector<OptionSpec> options;
};

const std::vector<OptionGroup>& optionTable();

// Options by which the same input becomes another model: what a saved schedule depends on.
std::vector<const OptionSpec*> modelOptions();

struct CommandSpec {
  Command command;
  std::string_view name;
  std::string_view arguments;
  std::string_view help;
};

const std::vector<CommandSpec>& commandTable();

} // namespace heddle::cli
