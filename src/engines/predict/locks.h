// The baseline without data (Wang et al. 2010, section 3, method [2]): locksets and acquisition histories
// decide whether two places can be reached at the same time, provided that locks are nested. Other
// synchronization is ignored.
#pragma once

#include "trace/eventorder.h"

#include <map>
#include <set>

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
  size_t stateOf(trace::EventRef e) const { return changes_[e.thread][changeAt(e)].number; }

private:
  // By lock that is held: the locks that were acquired since (the acquisition history).
  using State = std::map<uint64_t, std::set<uint64_t>>;
  struct Change {
    uint32_t event; // after it
    State state;
    size_t number = 0; // of the state
  };
  static bool compatible(const State& a, const State& b);
  size_t changeAt(trace::EventRef e) const; // the last change before the event

  std::vector<std::vector<Change>> changes_; // by thread; [0] is the empty state
};

} // namespace heddle::predict
