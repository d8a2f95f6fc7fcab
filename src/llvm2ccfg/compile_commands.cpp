// Reads the compilation database with Clang's own reader, and takes the flags that matter to the front end.

#include "llvm2ccfg/compile_commands.h"

#include "llvm2ccfg/compiler_flags.h"
#include "support/error.h"

#include <clang/Tooling/JSONCompilationDatabase.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
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

// Clang's reader forgives much, a file that ends too early among it.
std::unique_ptr<clang::tooling::JSONCompilationDatabase> readDatabase(const std::string& path) {
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text) throw InputError("cannot read '" + path + "': " + text.getError().message());
  llvm::Expected<llvm::json::Value> json = llvm::json::parse((*text)->getBuffer());
  if (!json) throw InputError("'" + path + "' is not valid JSON: " + llvm::toString(json.takeError()));
  std::string error;
  auto database = clang::tooling::JSONCompilationDatabase::loadFromBuffer(
      (*text)->getBuffer(), error, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (database == nullptr) throw InputError("cannot read '" + path + "': " + error);
  return database;
}

class Database {
public:
  explicit Database(const FrontendOptions& o)
      : options_(o), path_((fs::path(o.compileCommandsDir) / "compile_commands.json").string()),
        commands_(readDatabase(path_)->getAllCompileCommands()), typed_(usableFlags(o.compilerFlags, {})) {}

  std::vector<CompileRequest> requests() {
    std::vector<CompileRequest> out;
    bool any = false;
    for (const std::string& input : options_.inputs.empty() ? allFiles() : options_.inputs) {
      const std::vector<CompileRequest> known = entriesOf(input);
      any = any || !known.empty();
      out.push_back(known.empty() ? CompileRequest{input, nullptr, typed_, "", options_.dataModel}
                                  : known[0]);
      if (known.empty() && (input.ends_with(".c") || input.ends_with(".i")))
        warn("'" + path_ + "' has no entry for '" + input + "': compiling it with the flags after -- only");
      for (const CompileRequest& other : known)
        if (other.flags != known[0].flags || other.directory != known[0].directory)
          warn("'" + path_ + "' has several entries for '" + input + "': using the first");
    }
    if (!any)
      throw InputError("'" + path_ + "' lists no C file" +
                       (options_.inputs.empty() ? "" : " that is among the input files"));
    return out;
  }

private:
  void warn(const std::string& text) {
    if (options_.warn && said_.insert(text).second) options_.warn(text);
  }

  // A relative folder is below the database's.
  fs::path folderOf(const clang::tooling::CompileCommand& c) const {
    std::error_code ec;
    return fs::absolute(options_.compileCommandsDir, ec) / c.Directory;
  }

  std::vector<std::string> allFiles() const {
    std::vector<std::string> out;
    for (const clang::tooling::CompileCommand& c : commands_) {
      const std::string file = (folderOf(c) / c.Filename).lexically_normal().string();
      if (file.ends_with(".c") && std::find(out.begin(), out.end(), file) == out.end()) out.push_back(file);
    }
    return out;
  }

  std::vector<CompileRequest> entriesOf(const std::string& input) {
    std::vector<CompileRequest> out;
    for (const clang::tooling::CompileCommand& c : commands_) {
      std::error_code ec;
      const fs::path folder = folderOf(c);
      if (!c.Filename.ends_with(".c") || !fs::equivalent(input, folder / c.Filename, ec)) continue;
      const FlagSource source{true, "'" + path_ + "'", folder.string(), c.Filename,
                              [this](const std::string& text) { warn(text); }};
      CompileRequest r{c.Filename, nullptr, usableFlags(flagsOf(c), source), folder.string(),
                       options_.dataModel};
      r.flags.insert(r.flags.end(), typed_.begin(), typed_.end());
      out.push_back(std::move(r));
    }
    return out;
  }

  const FrontendOptions& options_;
  std::string path_;
  std::vector<clang::tooling::CompileCommand> commands_;
  std::vector<std::string> typed_;
  std::set<std::string> said_; // of many files with the same flags, once
};

} // namespace

std::vector<CompileRequest> compileRequests(const FrontendOptions& o) {
  std::vector<CompileRequest> out;
  if (!o.compileCommandsDir.empty()) {
    out = Database(o).requests();
  } else {
    const std::vector<std::string> flags = usableFlags(o.compilerFlags, {});
    for (const std::string& file : o.inputs) out.push_back({file, nullptr, flags, "", o.dataModel});
  }
  for (CompileRequest& r : out) r.overlay = &o.overlay;
  return out;
}

} // namespace heddle::llvm2ccfg
