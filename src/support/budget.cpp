// Asking the operating system how much has been used.
#include "support/budget.h"

#include <fmt/format.h>

#include <fstream>
#include <unistd.h>

namespace heddle {

uint64_t residentBytes() {
  std::ifstream statm("/proc/self/statm");
  uint64_t total = 0, resident = 0;
  if (!(statm >> total >> resident)) return 0;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

std::optional<std::string> Budget::exhausted() const {
  constexpr uint32_t memoryCheckInterval = 64; // reading /proc costs far more than reading the clock
  if (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed)) return "interrupted";
  if (timeout_ > 0 && elapsed() >= timeout_) return fmt::format("out of time ({:g} s)", timeout_);
  if (memoryLimit_ > 0 && sinceMemoryCheck_++ % memoryCheckInterval == 0 && residentBytes() > memoryLimit_)
    return fmt::format("out of memory ({} MB)", memoryLimit_ >> 20);
  return std::nullopt;
}

} // namespace heddle
