// See output.h.
#include "cli/output.h"

#include "cli/terminal.h"
#include "support/error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace heddle::cli {

namespace {

[[noreturn]] void fail(const std::string& path) {
  throw UsageError(fmt::format("can't write {}: {}", path, std::strerror(errno)));
}

std::string temporaryName(const std::string& path) { return fmt::format("{}.{}.tmp", path, getpid()); }

int openFor(const std::string& path, int flags) {
  return open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
}

bool writeAll(int fd, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

} // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") return;
  std::error_code error;
  const auto status = std::filesystem::status(path_, error);
  replace_ = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  if (std::filesystem::is_directory(status)) {
    errno = EISDIR;
    fail(path_);
  }
  if (!replace_) return;
  if (std::filesystem::exists(status) && access(path_.c_str(), W_OK) != 0) fail(path_);
  const std::string probe = temporaryName(path_);
  const int fd = openFor(probe, O_CREAT | O_EXCL);
  if (fd < 0) fail(path_);
  close(fd);
  unlink(probe.c_str());
}

void OutputFile::write(const std::string& text) const {
  if (path_ == "-") return printOut(text);
  const std::string target = replace_ ? temporaryName(path_) : path_;
  const int fd = openFor(target, replace_ ? O_CREAT | O_EXCL : 0);
  if (fd < 0) fail(path_);
  bool written = writeAll(fd, text);
  written = close(fd) == 0 && written;
  if (written && replace_) written = std::rename(target.c_str(), path_.c_str()) == 0;
  if (written) return;
  const int reason = errno;
  if (replace_) unlink(target.c_str());
  errno = reason;
  fail(path_);
}

bool OutputFile::tryWrite(const std::string& text) const {
  try {
    write(text);
    return true;
  } catch (const UsageError& e) {
    warn(e.what());
    return false;
  }
}

std::string dumpJson(const nlohmann::ordered_json& json) {
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void printOut(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    fail("to standard output");
}

} // namespace heddle::cli
