// The command line: one table of options (name, value, default, help) makes the parser, the help pages and
// the list of options in docs/manual.md. To add an option, add a row in options.cpp and a field here.
#pragma once

#include "ccfg/memory_model.h"
#include "ccfg/program.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

enum class Command : uint8_t { Check, Model, Validate, Cc, Record, Trace, Replay, Predict, Version, Help };
enum class Color : uint8_t { Auto, Always, Never };

struct Options {
  Command command = Command::Help;
  std::vector<std::string> inputs;        // validate: the first one is the schedule
  std::vector<std::string> compilerFlags; // what stands after --
  std::vector<std::string>
      programArguments;  // cc: all of them; record: the program and its arguments, after --
  std::string helpTopic; // a command's name; empty: the overview

  // How the input becomes a model.
  std::string entry = "main";
  ccfg::DataModel dataModel = ccfg::DataModel::LP64;
  std::string compileCommandsDir;
  unsigned recursionDepth = 8;
  bool spuriousWakeups = true;
  bool statementGranularity = false;
  std::vector<std::string> mayFail;
  std::vector<std::string> trusted;
  std::vector<std::string> atomic; // functions that are meant to be atomic

  // What is asked.
  ccfg::PropertySet properties = ccfg::PropertySet::defaults();
  bool propertiesGiven = false;
  bool leaksAsked = false; // part of valid-memsafety; no engine checks it
  bool partialDeadlock = false;
  ccfg::MemoryModel memoryModel = ccfg::MemoryModel::Sc;

  // Who answers, and how long it may take.
  std::string engine = "auto";
  std::string por = "persistent";
  std::string strategy = "auto";
  std::string focus = "none";
  std::string solver = "sat";
  unsigned unwind = 0;
  std::vector<std::string> without; // heuristics of `bounded` that are switched off
  std::vector<std::string> log;     // NAME or NAME:details
  std::string modular = "optimized";
  std::string domain = "product";
  unsigned combinations = 64;
  double timeout = 0;  // seconds; 0: none
  uint64_t memory = 0; // bytes; 0: three quarters of what the machine has
  bool acceptAssumptions = false;

  // What is written, and where.
  std::string jsonFile; // "-": standard output
  std::string witnessFile;
  std::string format = "text";
  std::string analysis;
  std::string outputFile;
  bool stats = false;
  bool invariants = false;
  bool checkInvariants = false;
  bool allEvents = false;
  bool gdb = false;
  bool trust = false; // replay: run whatever the witness names
  bool confirm = true;
  unsigned perPlaces = 100;
  bool inferAtomic = false;
  bool prefixes = true;        // predict: violations in prefixes of interleavings, too
  bool recordedValues = false; // predict: reads see what they saw in the run
  unsigned window = 2000;
  std::string modelFile;
  double patience = 5; // seconds
  bool quiet = false;
  Color color = Color::Auto;
};

// Throws UsageError with one sentence that says what to write instead.
Options parseCommandLine(const std::vector<std::string>& args);

// The pages of `heddle help [COMMAND]`; "options" is the list for the manual, in Markdown.
std::string helpPage(const std::string& topic);

std::string_view commandName(Command c);

// ---- the table

struct OptionSpec {
  std::string_view name;        // "--timeout", or "-o"
  std::string_view value;       // what its argument is called in the help; empty: a switch without one
  std::string_view defaultText; // empty: none
  std::string_view help;
  std::vector<Command> commands; // those that take it
  void (*set)(Options& options, const std::string& value);
};

struct OptionGroup {
  std::string_view title;
  std::vector<OptionSpec> options;
};

const std::vector<OptionGroup>& optionTable();

struct CommandSpec {
  Command command;
  std::string_view name;
  std::string_view arguments;
  std::string_view help;
};

const std::vector<CommandSpec>& commandTable();

} // namespace heddle::cli
