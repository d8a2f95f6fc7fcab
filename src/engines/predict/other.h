// What else other interleavings of a recorded run may show: data races, deadlocks, a lock that is destroyed
// while somebody holds it, and assertions that fail. Candidates come from one scan of the trace, pruned by
// must-happen-before and locks; each is then a question as those about blocks are (symboliccheck.h).
#pragma once

#include "engines/predict/lockhistories.h"
#include "engines/predict/mustorder.h"
#include "engines/predict/symboliccheck.h"
#include "trace/transactions.h"

namespace heddle::predict {

// Events of different threads that must not be about to happen at the same time: two accesses that race, or
// attempts to take locks that the threads of the others hold.
struct Meeting {
  std::vector<trace::EventRef> events;
};
struct Meetings {
  std::vector<Meeting> all;
  bool complete = true; // false: of those at the same places some were left out
};

// Two accesses, one of them a write, not both atomic. Of those at the same two places at most `perPlaces`.
Meetings findRaces(const trace::Trace& trace, const trace::SharedVariables& variables, const MustOrder& must,
                   const LockHistories& locks, size_t perPlaces, const Budget& budget = Budget());

// Cycles of threads each of which wants a lock that the next one holds, at most `longest` of them.
Meetings findDeadlocks(const trace::Trace& trace, const MustOrder& must, size_t perPlaces, size_t longest = 4,
                       const Budget& budget = Budget());

// Destructions of locks.
std::vector<trace::EventRef> findDestructions(const trace::Trace& trace);
// Unlocks by threads that do not hold the lock, and locks that failed since the thread holds it. Both are the
// same in every interleaving of a thread's path, so one at each place is enough.
std::vector<trace::EventRef> findMisuses(const trace::Trace& trace);

// Can all threads stand before their edges?
Asked askMeeting(const Program& p, const std::vector<EdgeId>& edges);
// Can somebody hold the lock that the edge destroys?
Asked askDestruction(const Program& p, EdgeId edge);
// Can the thread come to the edge?
Asked askMisuse(const Program& p, EdgeId edge);
// Can the assertion at the edge fail?
Asked askAssertion(const Program& p, EdgeId edge);

} // namespace heddle::predict
