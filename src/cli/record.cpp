// `heddle record`: runs a program that `heddle cc` built, and leaves the trace of the run in a file.
#include "cli/commands.h"
#include "cli/process.h"
#include "cli/terminal.h"
#include "runtime/format.h"
#include "support/error.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
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

// The program makes the file itself, where none may be. An old one stays at hand until there is a new one: a
// program that can't be started, or records nothing, replaces nothing.
class Place {
public:
  explicit Place(std::string file) : file_(std::move(file)), old_(fmt::format("{}.{}.old", file_, getpid())) {
    struct stat s{};
    const bool exists = lstat(file_.c_str(), &s) == 0;
    if (exists && !S_ISREG(s.st_mode))
      throw UsageError(fmt::format("can't write {}: is no regular file", file_));
    const std::string folder = std::filesystem::path(file_).parent_path();
    if (access(folder.c_str(), W_OK) != 0 || (exists && access(file_.c_str(), W_OK) != 0))
      throw UsageError(fmt::format("can't write {}: {}", file_, std::strerror(errno)));
    moved_ = exists && std::rename(file_.c_str(), old_.c_str()) == 0;
  }
  ~Place() {
    if (!moved_) return;
    if (access(file_.c_str(), F_OK) == 0)
      unlink(old_.c_str());
    else
      std::rename(old_.c_str(), file_.c_str());
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

private:
  std::string file_, old_;
  bool moved_ = false;
};

} // namespace

int runRecord(const Options& options) {
  const std::string file = absolutePath(options.outputFile.empty() ? "heddle.trace" : options.outputFile);
  const Place place(file);
  const int status = waitForProgram(startProgram(options.programArguments, {{"HEDDLE_RECORD", file}}));
  if (!std::filesystem::exists(file)) {
    warn(fmt::format("`{}` recorded nothing; is it built with `heddle cc`?", options.programArguments[0]));
    return static_cast<int>(ExitCode::Input);
  }
  noteStatus(file, status);
  return exitCodeOf(status);
}

} // namespace heddle::cli
