// See terminal.h.
#include "cli/terminal.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

namespace heddle::cli {

namespace {

constexpr unsigned defaultWidth = 100;
constexpr unsigned leastWidth = 40;

std::atomic<bool> interrupted{false};

void onInterrupt(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

unsigned columnsOf(int fd) {
  winsize size{};
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

} // namespace

unsigned outputWidth() {
  unsigned columns = columnsOf(STDOUT_FILENO);
  if (columns == 0)
    if (const char* text = std::getenv("COLUMNS")) columns = static_cast<unsigned>(std::atoi(text));
  return columns == 0 ? defaultWidth : std::max(columns, leastWidth);
}

bool useColor(Color color) {
  if (color != Color::Auto) return color == Color::Always;
  return isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

// Messages may quote the user's files, which may hold anything: a terminal gets printable text only.
void warn(const std::string& text) {
  std::string line = "heddle: ";
  for (char c : text) line += c == '\n' || c == '\t' || (c >= ' ' && c < 127) ? c : '?';
  std::fprintf(stderr, "%s\n", line.c_str());
}

ProgressLine::ProgressLine(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::erase() {
  if (isatty(STDERR_FILENO) == 1) std::fputs("\r\033[K", stderr);
}

engine::ProgressSink ProgressLine::sink() {
  if (!shown_) return [](const engine::Progress&) {};
  return [](const engine::Progress& progress) {
    const unsigned columns = std::max(columnsOf(STDERR_FILENO), leastWidth);
    std::fprintf(stderr, "\r\033[K%s", progress.text.substr(0, columns - 1).c_str());
    std::fflush(stderr);
  };
}

const std::atomic<bool>* interruptFlag() {
  std::signal(SIGINT, onInterrupt);
  std::signal(SIGTERM, onInterrupt);
  return &interrupted;
}

} // namespace heddle::cli
