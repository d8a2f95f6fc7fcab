// `heddle cc`: the installed clang with the user's arguments, the plugin that instruments, and the recorder.
#include "cli/commands.h"
#include "replay/process.h"
#include "support/error.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace heddle::cli {

namespace {

bool has(const std::vector<std::string>& arguments, const char* word) {
  return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
}

// Without one, as in `cc -v`, there is nothing to link.
bool hasInput(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const std::string& word) { return word == "-" || !word.starts_with('-'); });
}

// Where the plugin, the runtime and heddle.h are: beside the executable, installed or built.
std::string toolFolder() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = self.parent_path().parent_path() / "lib/heddle";
  if (error || !std::filesystem::exists(folder / "heddle_instrument.so"))
    throw UsageError(fmt::format("{} is missing: Heddle is not completely installed", folder.string()));
  return folder.string();
}

void add(std::vector<std::string>& command, std::vector<std::string> ours) {
  // Whether they are needed depends on what the user asks for, so clang must not complain about those that
  // are not.
  command.push_back("--start-no-unused-arguments");
  command.insert(command.end(), ours.begin(), ours.end());
  command.push_back("--end-no-unused-arguments");
}

} // namespace

// Ours come first where the user's may overrule them. The runtime is handed to the linker, so that it is no
// input file, which would change the meaning of -c and -o.
int runCc(const Options& options) {
  const std::string folder = toolFolder();
  const std::vector<std::string>& user = options.programArguments;
  std::vector<std::string> command = {HEDDLE_CLANG};
  add(command, {"-g", "-D__HEDDLE_CC__", "-idirafter", folder + "/include",
                "-fpass-plugin=" + folder + "/heddle_instrument.so"});
  command.insert(command.end(), user.begin(), user.end());
  // A library's events go to the runtime of the program that loads it.
  if (hasInput(user) && !has(user, "-shared") && !has(user, "-r") && !has(user, "-Wl,-r"))
    add(command, {"-Wl,-u,__heddle_register", "-Wl,--export-dynamic-symbol=__heddle_*",
                  "-Wl," + folder + "/libheddle_runtime.a", "-pthread"});
  replay::becomeProgram(command);
}

} // namespace heddle::cli
