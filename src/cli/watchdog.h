// Limits of time and memory, and ctrl-C, where nobody asks about them: in the compiler, in translation, in
// the midst of a computation. Engines stop by themselves (support/budget.h) and say what they know; this is
// for when they don't.
#pragma once

#include "cli/options.h"
#include "support/budget.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

namespace heddle::cli {

// The limits that the options name; without one, three quarters of the machine's memory. Sets up ctrl-C.
Budget budgetOf(const Options& options);
uint64_t memoryLimitOf(const Options& options);

class Watchdog {
public:
  // `giveUp` is called by another thread, and prints what is left to say; the process then ends with the code
  // that it returns.
  using GiveUp = std::function<int(const std::string& why)>;
  Watchdog(const Options& options, const Budget& budget, GiveUp giveUp);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // From here on somebody asks the budget, and gets some time to end in order.
  void grant();
  // From here on nothing is left to do but to write the answer. Does not return if it was given up before.
  void dismiss();

private:
  void watch();

  const Budget budget_;
  const uint64_t memory_;
  const GiveUp giveUp_;
  std::atomic<bool> granted_{false};
  std::atomic<bool> dismissed_{false};
  std::mutex answering_;
  std::thread thread_;
};

} // namespace heddle::cli
