// From the files on the command line to a model.
#pragma once

#include "cli/options.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace heddle::cli {

// C, bitcode (by llvm2ccfg) or the model's own text form (.ccfg, one file). Throws InputError.
// `notes` gets a copy of what is said on standard error.
std::unique_ptr<ccfg::Program> loadProgram(const Options& options, std::vector<std::string>* notes = nullptr);

// How that is made from C.
llvm2ccfg::FrontendOptions frontendOptions(const Options& options, std::vector<std::string>* notes = nullptr);

// Throws InputError if the file is missing, a directory, unreadable or empty.
void checkReadable(const std::string& file);
std::string readFile(const std::string& file);
nlohmann::json readJson(const std::string& file);

// What the model depends on besides the files: saved beside a schedule, so that `validate` makes the same
// model.
nlohmann::ordered_json modelOptionsJson(const Options& options);
void setModelOptions(Options& options, const nlohmann::json& json);

} // namespace heddle::cli
