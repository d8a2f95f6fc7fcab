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

uint64_t memoryLimitOf(const Options& options) {
  return options.memory != 0 ? options.memory : defaultMemory();
}

Budget budgetOf(const Options& options) {
  Budget budget;
  budget.setTimeout(options.timeout);
  budget.setMemoryLimit(memoryLimitOf(options));
  budget.setCancelFlag(interruptFlag());
  return budget;
}

Watchdog::Watchdog(const Options& options, const Budget& budget, GiveUp giveUp)
    : budget_(budget), memory_(memoryLimitOf(options)), giveUp_(std::move(giveUp)),
      thread_([this] { watch(); }) {}

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
    const bool late = budget_.elapsed() > *since + grace ||
                      static_cast<double>(residentBytes()) > memoryGrace * static_cast<double>(memory_);
    if (granted_ && !late) continue;
    const std::lock_guard lock(answering_);
    if (dismissed_) return;
    _exit(giveUp_(granted_ ? *why : *why + " in translation"));
  }
}

} // namespace heddle::cli
