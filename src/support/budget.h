// How long and how much: limits that an engine asks about as it goes.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace heddle {

struct OutOfBudget { // thrown
  std::string why;
};

class Budget {
public:
  using Clock = std::chrono::steady_clock;

  Budget() : start_(Clock::now()) {}

  void setTimeout(double seconds) { timeout_ = seconds; }       // 0: none
  void setMemoryLimit(uint64_t bytes) { memoryLimit_ = bytes; } // 0: none
  void setCancelFlag(const std::atomic<bool>* flag) { cancel_ = flag; }

  // The same limits, but for so many seconds from here on at most.
  Budget part(double seconds) const {
    Budget b = *this;
    b.timeout_ = elapsed() + std::min(seconds, remaining());
    return b;
  }

  uint64_t memoryLimit() const { return memoryLimit_; } // 0: none

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  double remaining() const { return timeout_ > 0 ? timeout_ - elapsed() : 1e18; }

  // Why the run must stop, if it must: "out of time (10 s)", "out of memory (...)", "interrupted".
  // Reads a clock and, every now and then, the resident size: call it some thousand times a second at most.
  std::optional<std::string> exhausted() const;
  // The same by OutOfBudget.
  void check() const {
    if (auto why = exhausted()) throw OutOfBudget{*why};
  }

private:
  Clock::time_point start_;
  double timeout_ = 0;
  uint64_t memoryLimit_ = 0;
  const std::atomic<bool>* cancel_ = nullptr;
  mutable double nextMemoryCheck_ = 0;
};

// Resident set size of a process, in bytes, of this one if none is named; 0 where it can't be read.
uint64_t residentBytes(int process = 0);

} // namespace heddle
