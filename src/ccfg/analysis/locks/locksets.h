// Locksets: which locks an instance surely holds when it stands at a location, and their acquisition
// histories.
//
// A lock here is one place in memory (an exact offset in an object with one instance); locks that points-to
// can't tell apart are not counted as held. What an edge does to a lock is read in ccfg/lockstep.h.
//
// The sets exclude each other only if nobody breaks a lock open, so a lock that may be released by one who
// does not hold it, or written to past its primitives while in use, is left out altogether.
#pragma once

#include "ccfg/analysis/locks/nestedlocks.h"
#include "ccfg/analysis/memory/pointsto.h"
#include "ccfg/analysis/order/mhb.h"

namespace heddle::ccfg::analysis {

struct Lock {
  ObjectId object;
  int64_t offset;
  bool operator==(const Lock&) const = default;
};

class Locksets {
public:
  Locksets(const Program& p, const PointsTo& pointsTo, const Mhb& mhb);

  const std::vector<Lock>& locks() const { return locks_; }
  bool isReliable(uint32_t lock) const { return reliable_[lock]; } // see above: others are never held
  const NestedLocks& held(LocId l) const { return held_[l]; }

  // Can no two different instances stand at a and b at the same time, because of locks?
  bool exclude(LocId a, LocId b) const { return held_[a].exclude(held_[b]); }

private:
  std::vector<Lock> locks_;
  std::vector<bool> reliable_;
  std::vector<NestedLocks> held_; // by location
};

} // namespace heddle::ccfg::analysis
