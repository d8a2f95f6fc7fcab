// Nested locks: the locks that a thread holds, each with its acquisition history: those that it has acquired,
// and perhaps released, since (Kahlon, Ivancic, Gupta 2005). Of instances of a program (locksets) and of the
// threads of a recorded run (engines/predict/lockhistories).
#pragma once

#include "support/sparsebits.h"

#include <cstdint>
#include <vector>

namespace heddle::ccfg::analysis {

struct HeldLock {
  uint32_t lock; // as whoever uses this numbers them
  bool exclusive;
  SparseBits history; // over locks
  auto operator<=>(const HeldLock&) const = default;
};

class NestedLocks {
public:
  void acquire(uint32_t lock, bool exclusive);
  template <typename F>
  void releaseIf(F isReleased) {
    std::erase_if(held_, [&](const HeldLock& h) { return isReleased(h.lock); });
  }
  // Keeps what the other one has, too; true if something was lost.
  bool meet(const NestedLocks& o);

  const HeldLock* find(uint32_t lock) const; // null: it is not held
  // No two threads hold these and those at the same time.
  bool exclude(const NestedLocks& o) const;

  bool empty() const { return held_.empty(); }
  auto begin() const { return held_.begin(); }
  auto end() const { return held_.end(); }
  auto operator<=>(const NestedLocks&) const = default;

private:
  std::vector<HeldLock> held_; // sorted by lock
};

} // namespace heddle::ccfg::analysis
