// Locksets: which locks an instance surely holds when it stands at a location, and their acquisition
// histories.
//
// Read off Edge::sync. A lock here is one place in memory (an exact offset in an object with one instance);
// locks that points-to can't tell apart are not counted as held. A held lock's history is the set of locks
// surely acquired, and perhaps released, since it was acquired (Kahlon, Ivancic, Gupta: nested locks).
//
// The sets exclude each other only if nobody breaks a lock open, so a lock that may be released by one who
// does not hold it, or written to past its primitives while in use, is left out altogether.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"
#include "ccfg/analysis/order/mhb.h"
#include "support/bitset.h"

namespace heddle::ccfg::analysis {

struct Lock {
  ObjectId object;
  int64_t offset;
  bool operator==(const Lock&) const = default;
};

struct HeldLock {
  uint32_t lock; // index into Locksets::locks
  bool exclusive;
  BitSet history; // over locks
  bool operator==(const HeldLock&) const = default;
};

class Locksets {
public:
  Locksets(const Program& p, const PointsTo& pointsTo, const Mhb& mhb);

  const std::vector<Lock>& locks() const { return locks_; }
  bool isReliable(uint32_t lock) const { return reliable_[lock]; }      // see above: others are never held
  const std::vector<HeldLock>& held(LocId l) const { return held_[l]; } // sorted by lock

  // Can no two different instances stand at a and b at the same time, because of locks?
  bool exclude(LocId a, LocId b) const;

private:
  std::vector<Lock> locks_;
  std::vector<bool> reliable_;
  std::vector<std::vector<HeldLock>> held_; // by location
};

} // namespace heddle::ccfg::analysis
