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

llvm2ccfg::FrontendOptions frontendOptions(const Options& options, std::vector<std::string>* notes) {
  llvm2ccfg::FrontendOptions f;
  f.inputs = options.inputs;
  f.compilerFlags = options.compilerFlags;
  f.compileCommandsDir = options.compileCommandsDir;
  f.entry = options.entry;
  f.dataModel = options.dataModel;
  f.recursionBound = options.recursionDepth;
  f.spuriousWakeups = options.spuriousWakeups;
  f.checkOverflow = options.properties.has(ccfg::Property::Overflow);
  f.checkMemory = options.properties.has(ccfg::Property::Memory);
  f.expectAssertions = options.propertiesGiven && options.properties.has(ccfg::Property::Assert);
  f.statementGranularity = options.statementGranularity;
  f.mayFail = options.mayFail;
  f.trusted = options.trusted;
  f.atomic = options.atomic;
  f.warn = [notes, quiet = options.quiet](const std::string& text) {
    if (notes != nullptr) notes->push_back(text);
    if (!quiet) warn("warning: " + text);
  };
  return f;
}

} // namespace

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
  return {{"entry", options.entry},
          {"dataModel", options.dataModel == ccfg::DataModel::LP64 ? "LP64" : "ILP32"},
          {"compileCommandsDir", options.compileCommandsDir},
          {"compilerFlags", options.compilerFlags},
          {"recursionDepth", options.recursionDepth},
          {"spuriousWakeups", options.spuriousWakeups},
          {"statementGranularity", options.statementGranularity},
          {"mayFail", options.mayFail},
          {"trusted", options.trusted},
          {"atomic", options.atomic},
          {"properties", options.properties.toString()}};
}

void setModelOptions(Options& options, const nlohmann::json& json) {
  try {
    options.entry = json.at("entry");
    options.dataModel = json.at("dataModel") == "ILP32" ? ccfg::DataModel::ILP32 : ccfg::DataModel::LP64;
    options.compileCommandsDir = json.at("compileCommandsDir");
    if (options.compilerFlags.empty()) {
      llvm2ccfg::FlagSource source{true, "'" + options.inputs[0] + "'", "", "", {}};
      if (!options.quiet) source.warn = [](const std::string& text) { warn("warning: " + text); };
      options.compilerFlags = llvm2ccfg::usableFlags(json.at("compilerFlags"), source);
    }
    options.recursionDepth = json.at("recursionDepth");
    options.spuriousWakeups = json.at("spuriousWakeups");
    options.statementGranularity = json.at("statementGranularity");
    options.mayFail = json.at("mayFail");
    options.trusted = json.value("trusted", options.trusted);
    options.atomic = json.value("atomic", options.atomic);
    setProperties(options, json.at("properties"));
  } catch (const nlohmann::json::exception& e) {
    throw InputError(fmt::format("{}: its `options` can't be read: {}", options.inputs[0], e.what()));
  }
}

} // namespace heddle::cli
