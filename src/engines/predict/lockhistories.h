// The baseline without data (Wang et al. 2010, section 3, method [2]): locksets and acquisition histories
// decide whether two places can be reached at the same time, provided that locks are nested. Other
// synchronization is ignored.
#pragma once

#include "ccfg/analysis/locks/nestedlocks.h"
#include "trace/eventorder.h"

namespace heddle::predict {

class LockHistories {
public:
  explicit LockHistories(const trace::Trace& trace);

  // Can one thread stand somewhere between its two events, the first one made, while the other is about to
  // make its?
  bool mayInterrupt(trace::EventRef first, trace::EventRef remote, trace::EventRef second) const;
  // Can two threads be about to make these at the same time?
  bool mayMeet(trace::EventRef a, trace::EventRef b) const;
  // A number for what the thread holds, and has acquired since.
  size_t stateOf(trace::EventRef e) const { return changes_[e.thread][changeAt(e)].state; }

private:
  struct Change {
    uint32_t event; // after it
    size_t state;
  };
  size_t changeAt(trace::EventRef e) const; // the last change before the event

  std::vector<std::vector<Change>> changes_;        // by thread; [0] is the empty state
  std::vector<ccfg::analysis::NestedLocks> states_; // each once; [0] is empty
};

} // namespace heddle::predict
