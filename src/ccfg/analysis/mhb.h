// Must-happen-before: what has surely happened when an edge executes, from program order (dominance), fork
// and join.
//
// An edge may execute many times (in a loop, in several instances of its thread), so there are two relations:
// mhb speaks of some occurrence of a, orderedBefore of all of them. Neighbours: dominators (within a thread),
// handles (what a join waits for).
#pragma once

#include "ccfg/analysis/dominators.h"
#include "ccfg/analysis/loops.h"
#include "ccfg/analysis/pointsto.h"
#include "support/bitset.h"

namespace heddle::ccfg::analysis {

class Mhb {
public:
  Mhb(const Program& p, const PointsTo& pointsTo);

  // If b executes, a has executed before it: every occurrence of b has an occurrence of a before it.
  bool mhb(EdgeId a, EdgeId b) const;

  // Every occurrence of a comes before every occurrence of b. Says nothing about whether a happens at all.
  bool orderedBefore(EdgeId a, EdgeId b) const;

  // May two different instances stand before a and b at the same time? When in doubt, yes.
  bool mayRunInParallel(EdgeId a, EdgeId b) const;

  // Thread t is not repeatable, and its one instance has ended when b executes.
  bool hasEnded(ThreadId t, EdgeId b) const;

private:
  // Keys are the events that threads meet at, numbered: starts of threads, ends of threads, fork and join
  // edges.
  uint32_t startKey(ThreadId t) const { return t; }
  uint32_t endKey(ThreadId t) const { return static_cast<uint32_t>(program_.threads.size()) + t; }
  ThreadId threadOf(EdgeId e) const { return program_.locations[program_.edges[e].from].thread; }

  void numberKeys();
  void findKeysAbove();
  void relateKeys(const PointsTo& pointsTo);
  void findLaunches();
  BitSet predecessors(uint32_t key, const std::vector<std::vector<ThreadId>>& waitsFor) const;
  bool happenedBy(uint32_t key, EdgeId e) const;       // when e executes
  bool happenedStanding(uint32_t key, EdgeId e) const; // when an instance stands before e
  bool isOverAfterStart(EdgeId a, ThreadId t) const;

  // How thread t comes to be started, seen from thread `from`.
  struct Launch {
    bool otherwise = false;      // in a way that does not pass through `from`, while that may still run
    std::vector<uint32_t> forks; // keys of the fork edges of `from` that lead to it
  };
  Launch launch(ThreadId from, ThreadId t) const;

  const Program& program_;
  Dominators dominators_;
  Loops loops_;
  std::vector<uint32_t> keyOf_;              // by edge, or `none`
  std::vector<EdgeId> edgeOfKey_;            // by key, or `none`
  std::vector<uint32_t> keyAbove_;           // by edge: the nearest key that surely came before in its thread
  std::vector<std::vector<EdgeId>> forksOf_; // by thread: the edges that fork it
  std::vector<std::vector<uint32_t>> keysOfThread_; // its edge keys
  std::vector<BitSet> must_;                        // by key: the keys that have happened before it
  std::vector<BitSet> reachedFrom_;           // by key: locations that its thread may get to after a fork
  std::vector<std::vector<Launch>> launches_; // [from][t]
};

} // namespace heddle::ccfg::analysis
