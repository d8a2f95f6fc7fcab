// Reads the compilation database with Clang's own reader, and takes the flags that matter to the front end.

#include "llvm2ccfg/compile_commands.h"

#include "support/error.h"

#include <clang/Tooling/JSONCompilationDatabase.h>

#include <filesystem>

namespace heddle::llvm2ccfg {

namespace {

namespace fs = std::filesystem;

// Everything but the compiler, the input and what says where the output goes.
std::vector<std::string> usefulFlags(const clang::tooling::CompileCommand& command) {
  std::vector<std::string> flags;
  const std::vector<std::string>& line = command.CommandLine;
  for (size_t i = 1; i < line.size(); ++i) {
    const std::string& a = line[i];
    if (a == "-c" || a == "-MD" || a == "-MMD" || a == "-MP" || a == "--" || a == command.Filename) continue;
    if (a == "-o" || a == "-MF" || a == "-MT" || a == "-MQ") {
      ++i;
      continue;
    }
    if (a.starts_with("-o") && a.size() > 2 && !a.starts_with("-obj")) continue;
    flags.push_back(a);
  }
  return flags;
}

std::vector<CompileRequest> fromDatabase(const FrontendOptions& o) {
  std::string error;
  std::string path = (fs::path(o.compileCommandsDir) / "compile_commands.json").string();
  auto database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      path, error, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (database == nullptr) throw InputError("cannot read '" + path + "': " + error);
  std::vector<CompileRequest> out;
  for (const clang::tooling::CompileCommand& c : database->getAllCompileCommands()) {
    if (!c.Filename.ends_with(".c")) continue;
    bool asked = o.inputs.empty();
    for (const std::string& input : o.inputs) {
      std::error_code ec;
      asked = asked || fs::equivalent(input, fs::path(c.Directory) / c.Filename, ec);
    }
    if (!asked) continue;
    CompileRequest r{c.Filename, nullptr, usefulFlags(c), c.Directory, o.dataModel};
    r.flags.insert(r.flags.end(), o.compilerFlags.begin(), o.compilerFlags.end());
    out.push_back(std::move(r));
  }
  if (out.empty())
    throw InputError("'" + path + "' has no C file" +
                     (o.inputs.empty() ? "" : " that is among the input files"));
  return out;
}

} // namespace

std::vector<CompileRequest> compileRequests(const FrontendOptions& o) {
  if (!o.compileCommandsDir.empty()) return fromDatabase(o);
  std::vector<CompileRequest> out;
  for (const std::string& file : o.inputs) out.push_back({file, nullptr, o.compilerFlags, "", o.dataModel});
  return out;
}

} // namespace heddle::llvm2ccfg
