// See watchdog.h.
#include "cli/watchdog.h"

#include "cli/terminal.h"

#include <chrono>
#include <unistd.h>

namespace heddle::cli {

namespace {

constexpr auto interval = std::chrono::milliseconds(5); // in which a process fills some 10 MB
constexpr double grace = 1;                             // seconds
constexpr double memoryGrace = 1.1;                     // of the limit

uint64_t defaultMemory() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) / 4 *
         3;
}

} // namespace

Budget budgetOf(const Options& options) {
  Budget budget;
  budget.setTimeout(options.timeout);
  budget.setMemoryLimit(options.memory != 0 ? options.memory : defaultMemory());
  budget.setCancelFlag(interruptFlag());
  return budget;
}

Watchdog::Watchdog(const Budget& budget, GiveUp giveUp)
    : budget_(budget), giveUp_(std::move(giveUp)), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  dismiss();
  thread_.join();
}

void Watchdog::grant() { granted_ = true; }

void Watchdog::dismiss() {
  const std::lock_guard lock(answering_);
  dismissed_ = true;
}

void Watchdog::watch() {
  std::optional<double> since; // the budget was first seen to be spent
  while (!dismissed_) {
    std::this_thread::sleep_for(interval);
    const std::optional<std::string> why = budget_.exhausted();
    if (!why) continue;
    if (!since) since = budget_.elapsed();
    const bool late =
        budget_.elapsed() > *since + grace || residentBytes() > memoryGrace * budget_.memoryLimit();
    if (granted_ && !late) continue;
    const std::lock_guard lock(answering_);
    if (dismissed_) return;
    _exit(giveUp_(granted_ ? *why : *why + " in translation"));
  }
}

} // namespace heddle::cli
