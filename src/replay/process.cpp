// See process.h.
#include "replay/process.h"

#include "support/error.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::replay {

namespace {

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& w : words) out.push_back(const_cast<char*>(w.c_str())); // as exec wants them
  out.push_back(nullptr);
  return out;
}

[[noreturn]] void failed(const std::string& program, int error) {
  throw UsageError(fmt::format("can't execute {}: {}", program, std::strerror(error)));
}

} // namespace

void becomeProgram(const std::vector<std::string>& command) {
  execvp(command[0].c_str(), pointers(command).data());
  failed(command[0], errno);
}

pid_t startProgram(const std::vector<std::string>& command, const Environment& environment, bool quiet) {
  int report[2]; // the child writes an error number into it, or closes it by becoming the program
  if (pipe2(report, O_CLOEXEC) != 0) failed(command[0], errno);
  const std::vector<char*> arguments = pointers(command);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) failed(command[0], errno);
  if (pid == 0) {
    // Whatever ends us ends it; and we may be gone already.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(126);
    if (const int nothing = quiet ? open("/dev/null", O_RDWR) : -1; nothing >= 0)
      for (int fd = 0; fd < 3; ++fd) dup2(nothing, fd);
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    execvp(arguments[0], arguments.data());
    const int error = errno;
    if (write(report[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  close(report[1]);
  int error = 0;
  ssize_t n;
  do n = read(report[0], &error, sizeof error);
  while (n < 0 && errno == EINTR);
  close(report[0]);
  if (n == sizeof error) {
    waitForProgram(pid);
    failed(command[0], error);
  }
  return pid;
}

namespace {

volatile sig_atomic_t waitedFor = 0; // a process that SIGTERM is handed on to

void handOn(int signal) {
  if (waitedFor != 0) kill(waitedFor, signal);
}

} // namespace

int waitForProgram(pid_t pid) {
  const auto interrupt = std::signal(SIGINT, SIG_IGN);
  const auto quit = std::signal(SIGQUIT, SIG_IGN);
  waitedFor = pid;
  const auto terminate = std::signal(SIGTERM, handOn);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  waitedFor = 0;
  std::signal(SIGTERM, terminate);
  std::signal(SIGINT, interrupt);
  std::signal(SIGQUIT, quit);
  return status;
}

int exitCodeOf(int waitStatus) {
  return WIFSIGNALED(waitStatus) ? 128 + WTERMSIG(waitStatus) : WEXITSTATUS(waitStatus);
}

std::string describeStatus(int waitStatus) {
  if (!WIFSIGNALED(waitStatus)) return fmt::format("ended with exit code {}", WEXITSTATUS(waitStatus));
  const char* name = sigabbrev_np(WTERMSIG(waitStatus));
  return fmt::format("was ended by signal {}",
                     name == nullptr ? std::to_string(WTERMSIG(waitStatus)) : fmt::format("SIG{}", name));
}

} // namespace heddle::replay
