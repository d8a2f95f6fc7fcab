// `heddle record`: runs a program that `heddle cc` built, and leaves the trace of the run in a file.
#include "cli/commands.h"
#include "cli/process.h"
#include "cli/terminal.h"
#include "runtime/format.h"
#include "support/error.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
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

// The program makes the file itself; that it could, and that no old one is taken for it, is seen to here.
void prepare(const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    throw UsageError(fmt::format("can't write {}: is a directory", file));
  const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) throw UsageError(fmt::format("can't write {}: {}", file, std::strerror(errno)));
  close(fd);
  std::filesystem::remove(file, error);
}

} // namespace

int runRecord(const Options& options) {
  const std::string file = absolutePath(options.outputFile.empty() ? "heddle.trace" : options.outputFile);
  prepare(file);
  const int status = waitForProgram(startProgram(options.programArguments, {{"HEDDLE_RECORD", file}}));
  if (!std::filesystem::exists(file)) {
    warn(fmt::format("`{}` recorded nothing; is it built with `heddle cc`?", options.programArguments[0]));
    return static_cast<int>(ExitCode::Input);
  }
  noteStatus(file, status);
  return exitCodeOf(status);
}

} // namespace heddle::cli
