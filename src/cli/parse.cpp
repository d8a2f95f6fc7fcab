// From arguments to Options, with CLI11 underneath. What the user reads on an error is ours.
#include "cli/options.h"
#include "cli/values.h"
#include "support/error.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace heddle::cli {

namespace {

Command commandOf(const std::string& word) {
  std::vector<std::string> names;
  for (const CommandSpec& spec : commandTable()) {
    if (spec.name == word) return spec.command;
    names.emplace_back(spec.name);
  }
  if (word.find('.') != std::string::npos || word.find('/') != std::string::npos)
    throw UsageError(
        fmt::format("`{}` is not a heddle command; to check a program: heddle check {}", word, word));
  const std::string near = nearest(word, names);
  if (!near.empty())
    throw UsageError(fmt::format("`{}` is not a heddle command; did you mean `{}`?", word, near));
  throw UsageError(fmt::format("`{}` is not a heddle command; see: heddle help", word));
}

[[noreturn]] void unknownOption(const std::string& word, Command command) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> here;
  for (const OptionGroup& group : optionTable())
    for (const OptionSpec& option : group.options) {
      if (option.isFor(command))
        here.emplace_back(option.name);
      else if (option.name == name)
        throw UsageError(fmt::format("`heddle {}` has no option `{}`", commandName(command), name));
    }
  const std::string near = nearest(name, here);
  if (!near.empty()) throw UsageError(fmt::format("unknown option `{}`; did you mean `{}`?", name, near));
  throw UsageError(fmt::format("unknown option `{}`; see: heddle help {}", name, commandName(command)));
}

void addOption(CLI::App& app, const OptionSpec& option, Options& options) {
  const std::string name(option.name);
  auto set = [&option, &options, name](const std::string& value) {
    try {
      option.set(options, value);
    } catch (const UsageError& e) {
      throw UsageError(fmt::format("{}: {}", name, e.what()));
    }
  };
  if (option.value.empty())
    app.add_flag_callback(name, [set] { set(""); });
  else
    app.add_option_function<std::string>(name, set)->take_last();
}

// CLI11 says "--json: 1 required TEXT missing".
std::string missingValue(const std::string& said, Command command) {
  const std::string name = said.substr(0, said.find(':'));
  for (const OptionGroup& group : optionTable())
    for (const OptionSpec& option : group.options)
      if (option.name == name && option.isFor(command))
        return fmt::format("`{}` needs a value: {}; see: heddle help {}", name, option.value,
                           commandName(command));
  return said;
}

void parseOptions(std::vector<std::string> args, Options& options) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  bool help = false;
  app.add_flag("-h,--help", help);
  for (const OptionGroup& group : optionTable())
    for (const OptionSpec& option : group.options)
      if (option.isFor(options.command)) addOption(app, option, options);
  app.add_option("FILE", options.inputs);

  std::reverse(args.begin(), args.end()); // as CLI11 wants them
  try {
    app.parse(args);
  } catch (const CLI::ArgumentMismatch& e) {
    throw UsageError(missingValue(e.what(), options.command));
  } catch (const CLI::ParseError& e) {
    throw UsageError(e.what());
  }
  if (help) {
    options.helpTopic = commandName(options.command);
    options.command = Command::Help;
    return;
  }
  for (const std::string& word : app.remaining()) {
    if (word.size() > 1 && word[0] == '-') unknownOption(word, options.command);
    options.inputs.push_back(word);
  }
}

void checkInputs(const Options& options) {
  if (options.command == Command::Record || options.command == Command::Run) {
    if (!options.inputs.empty() || options.programArguments.empty())
      throw UsageError(
          fmt::format("write the program and its arguments after `--`: heddle {} -- PROGRAM ...",
                      options.command == Command::Run ? "run [--guard POLICY]" : "record [-o FILE]"));
    return;
  }
  if (options.command == Command::Trace && options.inputs.size() != 1)
    throw UsageError("`heddle trace` needs one trace; see: heddle help trace");
  if (options.command == Command::Predict && options.inputs.size() != 1)
    throw UsageError("`heddle predict` needs one trace; see: heddle help predict");
  if (options.command == Command::Replay && options.inputs.size() != 1)
    throw UsageError("`heddle replay` needs one witness; see: heddle help replay");
  const bool validate = options.command == Command::Validate;
  if (options.inputs.size() >= (validate ? 2 : 1)) return;
  const char* needs = validate ? "a schedule and at least one program FILE" : "at least one FILE";
  throw UsageError(
      fmt::format("`heddle {0}` needs {1}; see: heddle help {0}", commandName(options.command), needs));
}

// No file is read and written.
void checkOutputs(const Options& options) {
  std::vector<std::string> used = options.inputs;
  if (options.command == Command::Record) used.push_back(options.programArguments[0]);
  if (!options.model.compileCommandsDir.empty())
    used.push_back(options.model.compileCommandsDir + "/compile_commands.json");
  size_t onStandardOutput = 0;
  for (const std::string& output :
       {options.jsonFile, options.htmlFile, options.sarifFile, options.witnessFile, options.evidenceFile,
        options.outputFile, options.modelFile}) {
    if (output.empty()) continue;
    if (output == "-" && ++onStandardOutput > 1)
      throw UsageError("only one option can write to standard output");
    if (output == "-") continue;
    for (const std::string& other : used) {
      std::error_code error;
      if (other == output || std::filesystem::equivalent(other, output, error))
        throw UsageError(fmt::format("{} would be overwritten: another option or input uses it", output));
    }
    used.push_back(output);
  }
}

} // namespace

std::string shellText(const std::vector<std::string>& arguments) {
  std::string out = "heddle";
  for (const std::string& word : arguments) {
    const bool isPlain =
        !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                "0123456789-_./=,:+@%") == std::string::npos;
    out += isPlain ? " " + word : " '";
    if (isPlain) continue;
    for (const char c : word) c == '\'' ? out += "'\\''" : out += c;
    out += "'";
  }
  return out;
}

Options parseCommandLine(const std::vector<std::string>& args) {
  Options options;
  options.commandLine = args;
  if (args.empty() || args[0] == "--help" || args[0] == "-h") return options;
  if (args[0] == "--version") {
    options.command = Command::Version;
    return options;
  }
  options.command = commandOf(args[0]);
  if (options.command == Command::Version) return options;
  if (options.command == Command::Help) {
    if (args.size() > 1) options.helpTopic = args[1];
    return options;
  }
  if (options.command == Command::Cc) {
    options.programArguments.assign(args.begin() + 1, args.end());
    return options;
  }
  auto separator = std::find(args.begin() + 1, args.end(), "--");
  parseOptions({args.begin() + 1, separator}, options);
  if (options.command == Command::Help) return options;
  const bool runs = options.command == Command::Record || options.command == Command::Run ||
                    options.command == Command::Replay || options.command == Command::Predict;
  if (separator != args.end())
    (runs ? options.programArguments : options.compilerFlags).assign(separator + 1, args.end());
  checkInputs(options);
  checkOutputs(options);
  return options;
}

} // namespace heddle::cli
