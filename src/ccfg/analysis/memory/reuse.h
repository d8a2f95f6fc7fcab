// Reuse: where may it be noticed that the place of memory that was freed is handed out again?
//
// Engines choose places in one way, where a real allocator has many: a pointer to freed memory may equal one
// to newer memory or not ("ABA"). Who compares the two notices; nothing else tells without an invalid access.
// Neighbours: escape and accesses, which keep such comparisons and the Frees that they depend on in order.
#pragma once

#include "ccfg/analysis/facts.h"
#include "ccfg/analysis/memory/pointsto.h"

namespace heddle::ccfg::analysis {

// By its form: does it compare two addresses that are not known beforehand, or take their difference?
bool maybeComparesAddresses(Term t, unsigned pointerWidth);

// By edge: can no pointer be left to what its Allocs may have made before and what was freed since? So it is
// where no such pointer is ever stored, given to another thread or returned, and no register that is still
// needed holds one.
std::vector<bool> leavesNoPointer(const Facts& facts);

class Reuse {
public:
  explicit Reuse(const Facts& facts);

  bool compares(EdgeId e) const { return compares_[e]; } // a pointer that may be stale with another
  bool frees(EdgeId e) const { return frees_[e]; }       // what such a pointer may point to
  EdgeId first() const { return first_; }                // that compares, or `none`

private:
  std::vector<EdgeId> freesBefore(const PointsTo& pointsTo, EdgeId e) const;

  const Program& program_;
  std::vector<std::vector<EdgeId>> freesOf_; // by object
  std::vector<bool> compares_, frees_;       // by edge
  EdgeId first_ = none;
};

} // namespace heddle::ccfg::analysis
