// Mutexes: all that keeps instances out of each other's way, and who surely holds what where. A mutex is a
// lock of a library with its mode (locksets), a word that the program uses as a lock (wordlocks), or
// atomicity itself, which keeps everybody out and not only those who want the same mutex. Sections are the
// stretches of a thread during which one is held.
//
// Locks and words that others may break open are held by nobody. What is told of words rests on sequential
// consistency of the accesses to them.
#pragma once

#include "ccfg/analysis/facts.h"
#include "support/bitset.h"

namespace heddle::ccfg::analysis {

using MutexId = uint32_t;

class Mutexes {
public:
  static constexpr MutexId atomicity = 0;

  Mutexes(const Facts& facts, OrderFrom from);

  MutexId count() const { return static_cast<MutexId>(begins_.size()); }
  MutexId ofLock(uint32_t lock) const { return 1 + lock; }                   // as Locksets numbers them
  MutexId ofWord(uint32_t word) const { return 1 + lockCount_ + word; }      // as WordLocks does
  bool isLock(MutexId m) const { return m != atomicity && m <= lockCount_; } // of a library

  // Surely held by an instance that stands here.
  bool isHeld(MutexId m, LocId l) const { return held_[l].test(m); }
  bool isHeldExclusively(MutexId m, LocId l) const { return exclusive_[l].test(m); }
  const BitSet& held(LocId l) const { return held_[l]; }

  // The edge that began the section which an instance stands in here, if it does so at most once in an
  // instance; else `none`.
  EdgeId begin(MutexId m, LocId l) const { return begins_[m][l]; }

  // Because of mutexes, and of the order in which locks were taken, no two different instances stand at a and
  // b at the same time.
  bool exclude(LocId a, LocId b) const;

private:
  void findBegins(const Program& p, const Loops& loops);

  const Locksets& locks_;
  uint32_t lockCount_;
  std::vector<BitSet> held_, exclusive_;    // by location
  std::vector<std::vector<EdgeId>> begins_; // by mutex and location
};

} // namespace heddle::ccfg::analysis
