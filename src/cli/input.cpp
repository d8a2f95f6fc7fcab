// See input.h.
#include "cli/input.h"

#include "ccfg/text.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "llvm2ccfg/compiler_flags.h"
#include "llvm2ccfg/frontend.h"
#include "support/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace heddle::cli {

namespace {

bool isModelText(const std::string& file) { return std::filesystem::path(file).extension() == ".ccfg"; }

void checkKind(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension();
  for (const char* known : {".c", ".i", ".bc", ".ll", ".ccfg"})
    if (extension == known) return;
  throw InputError(fmt::format("{}: unknown kind of file; expected .c, .i, .bc, .ll or .ccfg", file));
}

} // namespace

llvm2ccfg::FrontendOptions frontendOptions(const Options& options, std::vector<std::string>* notes) {
  const ccfg::PropertySet& asked = options.question.properties;
  llvm2ccfg::FrontendOptions f = options.model;
  f.inputs = options.inputs;
  f.compilerFlags = options.compilerFlags;
  f.checkOverflow = asked.has(ccfg::Property::Overflow);
  f.checkMemory = asked.has(ccfg::Property::Memory);
  f.expectAssertions = options.propertiesGiven && asked.has(ccfg::Property::Assert);
  f.warn = [notes, quiet = options.quiet](const std::string& text) {
    if (notes != nullptr) notes->push_back(text);
    if (!quiet) warn("warning: " + text);
  };
  return f;
}

void checkReadable(const std::string& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw InputError(fmt::format("{}: no such file", file));
  if (std::filesystem::is_directory(status)) throw InputError(fmt::format("{}: is a directory", file));
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: can't be read: {}", file, std::strerror(errno)));
  if (std::filesystem::is_regular_file(status) && in.peek() == std::ifstream::traits_type::eof())
    throw InputError(fmt::format("{}: the file is empty", file));
}

std::string readFile(const std::string& file) {
  checkReadable(file);
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

nlohmann::json readJson(const std::string& file) {
  try {
    return nlohmann::json::parse(readFile(file));
  } catch (const nlohmann::json::exception& e) {
    throw InputError(fmt::format("{}: not valid JSON: {}", file, e.what()));
  }
}

std::unique_ptr<ccfg::Program> loadProgram(const Options& options, std::vector<std::string>* notes) {
  for (const std::string& file : options.inputs) {
    checkKind(file);
    checkReadable(file);
  }
  if (std::none_of(options.inputs.begin(), options.inputs.end(), isModelText))
    return llvm2ccfg::translate(frontendOptions(options, notes));
  if (options.inputs.size() > 1)
    throw InputError(
        fmt::format("{}: a .ccfg model is a whole program; no other file can be added", options.inputs[0]));
  return ccfg::parseText(readFile(options.inputs[0]), options.inputs[0]);
}

nlohmann::ordered_json modelOptionsJson(const Options& options) {
  nlohmann::ordered_json given = nlohmann::ordered_json::object();
  for (const OptionSpec* option : modelOptions())
    if (const std::string value = option->show(options); value != option->defaultText())
      given[std::string(option->name)] = value;
  return {{"compilerFlags", options.compilerFlags}, {"given", given}};
}

void setModelOptions(Options& options, const nlohmann::json& json) {
  try {
    const nlohmann::json& given = json.at("given");
    for (const OptionSpec* option : modelOptions())
      if (given.contains(option->name)) option->set(options, given.at(std::string(option->name)));
    if (!options.compilerFlags.empty()) return;
    llvm2ccfg::FlagSource source{true, "'" + options.inputs[0] + "'", "", "", {}};
    if (!options.quiet) source.warn = [](const std::string& text) { warn("warning: " + text); };
    options.compilerFlags = llvm2ccfg::usableFlags(json.at("compilerFlags"), source);
  } catch (const nlohmann::json::exception& e) {
    throw InputError(fmt::format("{}: its `options` can't be read: {}", options.inputs[0], e.what()));
  } catch (const UsageError& e) {
    throw InputError(fmt::format("{}: its `options` can't be read: {}", options.inputs[0], e.what()));
  }
}

} // namespace heddle::cli
