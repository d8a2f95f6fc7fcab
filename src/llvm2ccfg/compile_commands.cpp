// Reads the compilation database with Clang's own reader, and takes the flags that matter to the front end.

#include "llvm2ccfg/compile_commands.h"

#include "llvm2ccfg/compiler_flags.h"
#include "support/error.h"

#include <clang/Tooling/JSONCompilationDatabase.h>

#include <filesystem>
#include <set>

namespace heddle::llvm2ccfg {

namespace {

namespace fs = std::filesystem;

// What follows the compiler's name, which may be two words.
std::vector<std::string> flagsOf(const clang::tooling::CompileCommand& command) {
  const std::vector<std::string>& line = command.CommandLine;
  const bool ours = line.size() > 1 && fs::path(line[0]).filename() == "heddle" && line[1] == "cc";
  const size_t first = std::min<size_t>(line.size(), ours ? 2 : 1);
  return {line.begin() + static_cast<std::ptrdiff_t>(first), line.end()};
}

std::vector<CompileRequest> fromDatabase(const FrontendOptions& o) {
  std::string error;
  std::string path = (fs::path(o.compileCommandsDir) / "compile_commands.json").string();
  auto database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      path, error, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (database == nullptr) throw InputError("cannot read '" + path + "': " + error);
  std::set<std::string> said; // of many files with the same flags, once
  const auto warn = [&](const std::string& text) {
    if (o.warn && said.insert(text).second) o.warn(text);
  };
  const std::vector<std::string> typed = usableFlags(o.compilerFlags, {});
  std::vector<CompileRequest> out;
  for (const clang::tooling::CompileCommand& c : database->getAllCompileCommands()) {
    if (!c.Filename.ends_with(".c")) continue;
    bool asked = o.inputs.empty();
    for (const std::string& input : o.inputs) {
      std::error_code ec;
      asked = asked || fs::equivalent(input, fs::path(c.Directory) / c.Filename, ec);
    }
    if (!asked) continue;
    CompileRequest r{c.Filename, nullptr,
                     usableFlags(flagsOf(c), {true, "'" + path + "'", c.Directory, c.Filename, warn}),
                     c.Directory, o.dataModel};
    r.flags.insert(r.flags.end(), typed.begin(), typed.end());
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
  const std::vector<std::string> flags = usableFlags(o.compilerFlags, {});
  for (const std::string& file : o.inputs) out.push_back({file, nullptr, flags, "", o.dataModel});
  return out;
}

} // namespace heddle::llvm2ccfg
