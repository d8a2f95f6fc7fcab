// See the header. A file takes another's place by rename(2), which is atomic: whoever reads finds the old
// text or the new one.

#include "patch/write.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <utility>

namespace heddle::patch {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& file, const std::string& why) {
  throw InputError("'" + file + "' can't be changed: " + why + "; no file was changed");
}

std::string readAll(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  if (!in || !(text << in.rdbuf()).good()) fail(file, "it can't be read");
  return text.str();
}

// Whoever took away everybody's right to write means root, too.
bool isWritable(const fs::path& path) {
  struct stat now = {};
  return ::access(path.c_str(), W_OK) == 0 && ::stat(path.c_str(), &now) == 0 && (now.st_mode & 0222) != 0;
}

// One file on its way. What it made is gone with it, unless it was kept.
class Replacement {
public:
  explicit Replacement(const Change& c) : change_(c), file_(fs::canonical(c.file).string()) {}
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement() {
    if (placed_) ::rename(backup_.c_str(), file_.c_str());
    if (!placed_ && !backup_.empty()) ::unlink(backup_.c_str());
    if (!fresh_.empty()) ::unlink(fresh_.c_str());
  }

  void check() const {
    if (!isWritable(file_)) fail(change_.file, "it is read-only");
    if (!isWritable(fs::path(file_).parent_path())) fail(change_.file, "its folder is read-only");
    if (readAll(file_) != change_.before) fail(change_.file, "it is no longer the text that was analysed");
  }

  void prepare() {
    struct stat old = {};
    if (::stat(file_.c_str(), &old) != 0) fail(change_.file, std::strerror(errno));
    // The backup is a copy, so that the name itself always stands for a complete file.
    for (unsigned n = 1; backup_.empty(); ++n) {
      const std::string name = file_ + ".orig" + (n == 1 ? "" : std::to_string(n));
      if (write(name, change_.before, old)) backup_ = name;
    }
    for (unsigned n = 1; fresh_.empty(); ++n) {
      const std::string name = file_ + ".heddle" + std::to_string(n);
      if (write(name, change_.after, old)) fresh_ = name;
    }
  }

  void place() {
    if (::rename(fresh_.c_str(), file_.c_str()) != 0) fail(change_.file, std::strerror(errno));
    fresh_.clear();
    placed_ = true;
  }

  std::string keep() {
    placed_ = false;
    return std::exchange(backup_, "");
  }

private:
  // False if there is such a file. What was begun is removed if it can't be completed.
  bool write(const std::string& name, const std::string& text, const struct stat& like) {
    const int to = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (to < 0 && errno == EEXIST) return false;
    bool good = to >= 0;
    for (size_t done = 0; good && done < text.size();) {
      const ssize_t n = ::write(to, text.data() + done, text.size() - done);
      if (n < 0 && errno == EINTR) continue;
      good = n > 0;
      done += good ? static_cast<size_t>(n) : 0;
    }
    // The owner changes only for root, who must not lose it; the mode comes last: it may forbid to write.
    if (good && like.st_uid != ::geteuid())
      good = ::fchown(to, like.st_uid, like.st_gid) == 0 || ::geteuid() != 0;
    good = good && ::fchmod(to, like.st_mode & 07777) == 0 && ::fsync(to) == 0;
    const int error = errno;
    if (to >= 0) good = ::close(to) == 0 && good;
    if (good) return true;
    if (to >= 0) ::unlink(name.c_str());
    fail(change_.file, "'" + name + "' can't be written: " + std::strerror(error));
  }

  const Change& change_;
  std::string file_; // the one that a symbolic link stands for
  std::string backup_, fresh_;
  bool placed_ = false;
};

} // namespace

std::vector<std::string> writeInPlace(const std::vector<Change>& changes) {
  std::vector<std::unique_ptr<Replacement>> all;
  for (const Change& c : changes) {
    std::error_code missing;
    if (!fs::is_regular_file(c.file, missing)) fail(c.file, "it is no file on the disk");
    all.push_back(std::make_unique<Replacement>(c));
  }
  for (const auto& r : all) r->check();
  for (const auto& r : all) r->prepare();
  for (const auto& r : all) r->place();
  std::vector<std::string> backups;
  for (const auto& r : all) backups.push_back(r->keep());
  return backups;
}

} // namespace heddle::patch
