// Asking the operating system how much has been used.
#include "support/budget.h"

#include <fmt/format.h>

#include <fstream>
#include <unistd.h>

namespace heddle {

uint64_t residentBytes(int process) {
  std::ifstream statm(process == 0 ? "/proc/self/statm" : fmt::format("/proc/{}/statm", process));
  uint64_t total = 0, resident = 0;
  if (!(statm >> total >> resident)) return 0;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

std::optional<std::string> Budget::exhausted() const {
  constexpr double memoryCheckInterval = 0.01; // seconds; reading /proc costs far more than reading the clock
  if (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed)) return "interrupted";
  const double now = elapsed();
  if (timeout_ > 0 && now >= timeout_) return fmt::format("out of time ({:g} s)", timeout_);
  if (memoryLimit_ == 0 || now < nextMemoryCheck_) return std::nullopt;
  nextMemoryCheck_ = now + memoryCheckInterval;
  if (residentBytes() > memoryLimit_) return fmt::format("out of memory ({} MB)", memoryLimit_ >> 20);
  return std::nullopt;
}

} // namespace heddle
