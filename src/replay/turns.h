// The plan: a witness's steps in memory that the program shares (src/runtime/replay.c). It waits there for
// its turns, and writes how far it is.
#pragma once

#include "replay/witness.h"
#include "runtime/format.h"

namespace heddle::replay {

class Plan {
public:
  // Throws UsageError if the system won't.
  explicit Plan(const Witness& witness);
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  const std::string& path() const { return path_; } // what the program finds it by
  HeddlePlanStep* steps() const { return reinterpret_cast<HeddlePlanStep*>(header_ + 1); }
  uint32_t position() const { return __atomic_load_n(&header_->position, __ATOMIC_ACQUIRE); } // steps made
  uint32_t diverged() const { return __atomic_load_n(&header_->diverged, __ATOMIC_ACQUIRE); }

private:
  int file_ = -1;
  std::string path_;
  size_t bytes_ = 0;
  HeddlePlanHeader* header_ = nullptr;
};

// Is this the first of two accesses of a race, which must be about to be made at the same time?
bool meets(const Witness& witness, size_t step);

} // namespace heddle::replay
