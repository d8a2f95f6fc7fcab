// Delays: which accesses other threads may notice to be late, under a memory model (memory_model.h).
//
// An execution that is not sequentially consistent has a cycle of program order and of conflicts between
// threads (Shasha and Snir 1988; Alglave et al. 2013, section 4). Where an access is on
// no such cycle it may as well be made at once. Looked at here is only the thread's part of the cycle: a pair
// of accesses that conflict with other threads, to places that may differ, with nothing in between that waits
// for the first. Conflicts that a lock, or the start or end of a thread, keeps in order are none.
#pragma once

#include "ccfg/analysis/facts.h"
#include "ccfg/memory_model.h"

#include <vector>

namespace heddle::ccfg::analysis {

class Delays {
public:
  Delays(const Facts& facts, MemoryModel model);

  // Another thread may make a conflicting access at the same time.
  bool isContended(EdgeId e) const { return contended_[e]; }
  // It is contended, and an access that may overtake it can follow before all must be done.
  bool mayBeLate(EdgeId e) const { return late_[e]; }

private:
  void findContended(const Facts& facts);
  bool isOvertaken(const Facts& facts, EdgeId e, MemoryModel model) const;

  std::vector<bool> contended_, drains_, late_; // by edge
};

} // namespace heddle::ccfg::analysis
