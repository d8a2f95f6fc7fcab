// The help pages, made from the tables.
#include "cli/options.h"
#include "cli/values.h"
#include "support/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::cli {

namespace {

constexpr size_t pageWidth = 96;
constexpr size_t helpColumn = 31;

// Breaks the text at spaces so that it fits right of `indent`; the first line is not indented.
std::string wrap(std::string_view text, size_t indent) {
  std::string out;
  size_t column = indent;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + end > pageWidth) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string synopsis(const OptionSpec& option) {
  return option.value.empty() ? std::string(option.name) : fmt::format("{} {}", option.name, option.value);
}

std::string optionLine(const OptionSpec& option) {
  std::string left = "  " + synopsis(option);
  if (left.size() + 2 > helpColumn)
    left += "\n" + std::string(helpColumn, ' ');
  else
    left.resize(helpColumn, ' ');
  std::string help(option.help);
  if (const std::string byDefault = option.defaultText(); !byDefault.empty())
    help += fmt::format(" [{}]", byDefault);
  return left + wrap(help, helpColumn) + "\n";
}

std::string overview() {
  std::string out =
      "Heddle proves that a multithreaded C program has no assertion failures, data races or deadlocks,\n"
      "or shows an interleaving that goes wrong.\n\n"
      "usage: heddle COMMAND ...\n\n";
  for (const CommandSpec& spec : commandTable())
    out += fmt::format("  {:<12}{}\n", spec.name, wrap(spec.help, 14));
  return out + "\nTo start: heddle check FILE.c\n"
               "Exit codes: 0 proved, 10 violation found, 5 unknown, 1 wrong usage, 2 input unreadable or\n"
               "unsupported, 6 internal error.\n";
}

std::string commandPage(const CommandSpec& spec) {
  std::string out =
      fmt::format("usage: heddle {} [OPTION]... {}\n\n{}\n", spec.name, spec.arguments, spec.help);
  if (spec.command == Command::Help) out = "usage: heddle help [COMMAND]\n";
  if (spec.command == Command::Version) out = "usage: heddle version\n";
  for (const OptionGroup& group : optionTable()) {
    std::string lines;
    for (const OptionSpec& option : group.options)
      if (option.isFor(spec.command)) lines += optionLine(option);
    if (!lines.empty()) out += fmt::format("\n{}:\n{}", group.title, lines);
  }
  return out;
}

std::string escapeBars(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string manualTable() {
  std::string out;
  for (const OptionGroup& group : optionTable()) {
    out += fmt::format("### {}\n\n| option | default | commands | |\n|---|---|---|---|\n", group.title);
    for (const OptionSpec& option : group.options) {
      std::string commands;
      for (Command c : option.commands)
        commands += (commands.empty() ? "" : ", ") + std::string(commandName(c));
      std::string byDefault = option.defaultText();
      if (!byDefault.empty()) byDefault = fmt::format("`{}`", byDefault);
      out += fmt::format("| `{}` | {} | {} | {} |\n", escapeBars(synopsis(option)), byDefault, commands,
                         option.help);
    }
    out += "\n";
  }
  return out;
}

} // namespace

std::string helpPage(const std::string& topic) {
  if (topic.empty()) return overview();
  if (topic == "options") return manualTable();
  std::vector<std::string> names = {"options"};
  for (const CommandSpec& spec : commandTable()) {
    if (spec.name == topic) return commandPage(spec);
    names.emplace_back(spec.name);
  }
  const std::string near = nearest(topic, names);
  throw UsageError(
      fmt::format("no help on `{}`{}", topic, near.empty() ? "" : fmt::format("; did you mean `{}`?", near)));
}

} // namespace heddle::cli
