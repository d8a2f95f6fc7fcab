// `heddle record`: runs a program that `heddle cc` built, and leaves the trace of the run in a file.
#include "cli/commands.h"
#include "cli/terminal.h"
#include "replay/process.h"
#include "runtime/format.h"
#include "support/error.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::cli {

namespace {

// How the program ended, into the trace's header.
void noteStatus(const std::string& file, int status) {
  const int fd = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  const uint32_t words[2] = {1, static_cast<uint32_t>(status)};
  static_assert(offsetof(HeddleFileHeader, waitStatus) == offsetof(HeddleFileHeader, hasStatus) + 4);
  if (pwrite(fd, words, sizeof words, offsetof(HeddleFileHeader, hasStatus)) < 0)
    warn("can't complete " + file);
  close(fd);
}

std::string absolutePath(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

// Which file that is: empty if there is none. A number alone may be given to the next file.
std::string identity(const std::string& file) {
  struct stat s{};
  if (lstat(file.c_str(), &s) != 0) return "";
  return fmt::format("{} {} {} {}", s.st_dev, s.st_ino, s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
}

// The program makes the file itself, and takes away an old one when it starts: a program that can't be
// started, or records nothing, replaces nothing.
void checkPlace(const std::string& file) {
  struct stat s{};
  const bool exists = lstat(file.c_str(), &s) == 0;
  if (exists && !S_ISREG(s.st_mode))
    throw UsageError(fmt::format("can't write {}: not a regular file", file));
  const std::string folder = std::filesystem::path(file).parent_path();
  if (access(folder.c_str(), W_OK) != 0 || (exists && access(file.c_str(), W_OK) != 0))
    throw UsageError(fmt::format("can't write {}: {}", file, std::strerror(errno)));
}

} // namespace

int runRecord(const Options& options) {
  const std::string file = absolutePath(options.outputFile.empty() ? "heddle.trace" : options.outputFile);
  checkPlace(file);
  const std::string old = identity(file);
  const int status = replay::waitForProgram(
      replay::startProgram(options.programArguments, {{"HEDDLE_RECORD", file}, {"HEDDLE_REPLACES", old}}));
  if (const std::string made = identity(file); made.empty() || made == old) {
    warn(fmt::format("`{}` recorded nothing; was it built with `heddle cc`?", options.programArguments[0]));
    return static_cast<int>(ExitCode::Input);
  }
  noteStatus(file, status);
  return replay::exitCodeOf(status);
}

} // namespace heddle::cli
