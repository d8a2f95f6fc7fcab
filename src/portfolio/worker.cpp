// See worker.h. On the pipe are frames: a byte that says what it is, four bytes for the length, the content.
#include "portfolio/worker.h"

#include "engine/message.h"
#include "support/budget.h"
#include "support/error.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace heddle::portfolio {

namespace {

enum class Frame : uint8_t { Progress, Result, OutOfMemory, Internal };
constexpr size_t headerBytes = 5;

// False: nobody listens any more.
bool writeAll(int to, const void* data, size_t size) {
  const auto* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = ::write(to, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

void send(int to, Frame kind, const void* data, size_t size) {
  std::array<uint8_t, headerBytes> header = {static_cast<uint8_t>(kind)};
  const auto length = static_cast<uint32_t>(size);
  std::memcpy(header.data() + 1, &length, sizeof length);
  if (size > UINT32_MAX || !writeAll(to, header.data(), header.size()) || !writeAll(to, data, size)) _exit(1);
}

void send(int to, Frame kind, const std::string& text) { send(to, kind, text.data(), text.size()); }

} // namespace

Worker::Worker(std::string name, const Task& task, const ccfg::Program& program)
    : name_(std::move(name)), program_(program) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw InputError("no pipe for a worker process");
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) {
    // The parent may have ended before it could be asked to take this process along.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    close(ends[0]);
    work(task, ends[1]);
  }
  close(ends[1]);
  pipe_ = ends[0];
  if (process_ < 0) {
    close(pipe_);
    throw InputError("no process for a worker");
  }
  fcntl(pipe_, F_SETFL, O_NONBLOCK);
}

Worker::~Worker() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    reap();
  }
  close(pipe_);
}

// Nothing of the parent's is cleaned up or flushed here: it is the parent's.
void Worker::work(const Task& task, int to) const {
  try {
    const engine::Result r = task([to](const engine::Progress& p) { send(to, Frame::Progress, p.text); });
    const std::vector<uint8_t> message = engine::toMessage(r, program_);
    send(to, Frame::Result, message.data(), message.size());
  } catch (const std::bad_alloc&) {
    send(to, Frame::OutOfMemory, "");
  } catch (const OutOfBudget& e) {
    engine::Result r;
    r.why = e.why;
    const std::vector<uint8_t> message = engine::toMessage(r, program_);
    send(to, Frame::Result, message.data(), message.size());
  } catch (const std::exception& e) {
    send(to, Frame::Internal, e.what());
  }
  _exit(0);
}

bool Worker::read(const engine::ProgressSink& progress) {
  std::array<uint8_t, 65536> some{};
  for (;;) {
    const ssize_t n = ::read(pipe_, some.data(), some.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) break; // nothing more for the time being
    if (n == 0) {
      takeFrames(progress);
      reap();
      return true;
    }
    unread_.insert(unread_.end(), some.begin(), some.begin() + n);
  }
  takeFrames(progress);
  return false;
}

void Worker::takeFrames(const engine::ProgressSink& progress) {
  size_t at = 0;
  while (unread_.size() - at >= headerBytes) {
    uint32_t length = 0;
    std::memcpy(&length, unread_.data() + at + 1, sizeof length);
    if (unread_.size() - at - headerBytes < length) break;
    const auto begin = unread_.begin() + static_cast<ptrdiff_t>(at + headerBytes);
    const std::vector<uint8_t> content(begin, begin + length);
    const std::string text(content.begin(), content.end());
    const auto kind = static_cast<Frame>(unread_[at]);
    at += headerBytes + length;
    told_ = told_ || kind != Frame::Progress;
    switch (kind) {
    case Frame::Progress:
      if (progress) progress({text});
      break;
    case Frame::Result:
      result_ = engine::fromMessage(content, program_);
      break;
    case Frame::OutOfMemory:
      result_.why = "out of memory";
      break;
    case Frame::Internal:
      end_ = End::Internal;
      result_.why = text;
    }
  }
  unread_.erase(unread_.begin(), unread_.begin() + static_cast<ptrdiff_t>(at));
}

void Worker::reap() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = 0;
  if (result_.engine.empty()) result_.engine = name_;
  if (told_) return;
  end_ = End::Crashed;
  result_.why = WIFSIGNALED(status)
                    ? fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))
                    : "ended without an answer";
}

void Worker::stop(const std::string& why) {
  if (process_ == 0) return;
  kill(process_, SIGKILL);
  reap();
  end_ = End::Ordinary;
  result_ = {};
  result_.engine = name_;
  result_.why = why;
}

uint64_t Worker::residentBytes() const { return process_ == 0 ? 0 : heddle::residentBytes(process_); }

} // namespace heddle::portfolio
