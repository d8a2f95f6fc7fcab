// Sections: stretches of a thread during which others are kept out (Kusano and Wang 2016 leave mutual
// exclusion out). A mutex here is a lock of a library, a word that a program uses as a lock, or atomicity
// itself, which keeps everybody out and not only those who want the same mutex.
#pragma once

#include "ccfg/analysis/locksets.h"
#include "ccfg/analysis/loops.h"
#include "ccfg/analysis/wordlocks.h"

namespace heddle::modular {

using MutexId = uint32_t;

class Sections {
public:
  static constexpr MutexId atomicity = 0;

  Sections(const ccfg::Program& p, const ccfg::analysis::Locksets& locks,
           const ccfg::analysis::WordLocks& words, const ccfg::analysis::Loops& loops);

  MutexId ofLock(uint32_t lock) const { return 1 + lock; }
  MutexId ofWord(uint32_t word) const { return 1 + locks_ + word; }
  MutexId count() const { return static_cast<MutexId>(begins_.size()); }

  // Surely held by an instance that stands here.
  bool isHeld(MutexId m, ccfg::LocId l) const { return held_[l].test(m); }
  bool isHeldExclusively(MutexId m, ccfg::LocId l) const { return exclusive_[l].test(m); }
  const BitSet& held(ccfg::LocId l) const { return held_[l]; }

  // The edge that began the section which an instance stands in here, if it does so at most once in an
  // instance; else `none`.
  ccfg::EdgeId begin(MutexId m, ccfg::LocId l) const { return begins_[m][l]; }

  // Because of mutexes no two different instances stand at a and b at the same time.
  bool exclude(ccfg::LocId a, ccfg::LocId b) const;

private:
  void findBegins(const ccfg::Program& p, const ccfg::analysis::Loops& loops);

  uint32_t locks_;
  std::vector<BitSet> held_, exclusive_;          // by location
  std::vector<std::vector<ccfg::EdgeId>> begins_; // by mutex and location
};

} // namespace heddle::modular
