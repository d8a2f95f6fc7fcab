// Word locks: locks that a program makes itself from a word of memory and atomic steps.
//
// A word is a lock if it starts with a value that means "free", and is only made free again by its owner. An
// instance becomes the owner by one atomic step (an atomic section, an exchange, a compare-exchange) that
// finds the word free and writes something else; it stays that until it writes the free value, or what may be
// it. While there is an owner the word is not free, whoever else writes another value to it, so there is at
// most one. Owners are found by a must-analysis, which knows that the step may tell only later whether it has
// found the word free (by what it read, or by a register that is set to different constants).
//
// Neighbour: locksets, which knows the locks of libraries by Edge::sync.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"
#include "ccfg/analysis/order/mhb.h"

namespace heddle::ccfg::analysis {

struct WordLock {
  ObjectId object;
  int64_t offset;
  unsigned bytes;
  uint64_t free;        // the value that means so
  bool oneValue = true; // all others that are written are the same
  bool operator==(const WordLock&) const = default;
};

class WordLocks {
public:
  WordLocks(const Program& p, const PointsTo& pointsTo, const Mhb& mhb);

  const std::vector<WordLock>& locks() const { return locks_; }
  const std::vector<uint32_t>& owned(LocId l) const { return owned_[l]; } // surely, by who stands there

private:
  std::vector<WordLock> locks_;
  std::vector<std::vector<uint32_t>> owned_;
};

} // namespace heddle::ccfg::analysis
