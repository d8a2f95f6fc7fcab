// Must-happen-before: what has surely happened when an edge executes, from program order, fork and join, and,
// if asked, from waiting for words of memory (waits), at barriers, and for all threads of an array.
//
// An edge may execute many times (in a loop, in several instances of its thread), so there are two relations:
// mhb speaks of some occurrence of a, orderedBefore of all of them. Neighbours: dominators (within a thread),
// handles (what a join waits for), prior (what else edges wait for).
#pragma once

#include "ccfg/analysis/facts.h"
#include "ccfg/analysis/graph/dominators.h"
#include "ccfg/analysis/graph/loops.h"
#include "ccfg/analysis/order/prior.h"
#include "support/bitset.h"

namespace heddle::ccfg::analysis {

class Mhb {
public:
  Mhb(const Facts& facts, OrderFrom from);

  // If b executes, a has executed before it: every occurrence of b has an occurrence of a before it.
  bool mhb(EdgeId a, EdgeId b) const;

  // Every occurrence of a comes before every occurrence of b. Says nothing about whether a happens at all.
  bool orderedBefore(EdgeId a, EdgeId b) const;

  // May two different instances stand before a and b at the same time? When in doubt, yes.
  bool mayRunInParallel(EdgeId a, EdgeId b) const;

  // All instances of thread t have ended when b executes, and none will start.
  bool hasEnded(ThreadId t, EdgeId b) const;

  // May an instance of t have started, and not ended, while another instance stands before a?
  bool mayBeRunning(ThreadId t, EdgeId a) const;

  // What edges are known to wait for: what the rest follows from.
  const PriorEvents& prior() const { return prior_; }

private:
  // Keys are the events that threads meet at, numbered: starts of threads, ends of threads, ends of all
  // instances, then edges and locations where something is to be known.
  struct Key {
    ThreadId thread = none;
    EdgeId edge = none;
    LocId loc = none;
  };
  uint32_t threadCount() const { return static_cast<uint32_t>(program_.threads.size()); }
  uint32_t startKey(ThreadId t) const { return t; }
  uint32_t endKey(ThreadId t) const { return threadCount() + t; }
  uint32_t allEndedKey(ThreadId t) const { return 2 * threadCount() + t; }
  uint32_t keyOf(const PriorEvent& e) const;
  ThreadId threadOf(EdgeId e) const { return program_.locations[program_.edges[e].from].thread; }

  PriorEvents joins(const Handles& handles) const;
  void draw(PriorEvents prior); // from these, all that follows
  void numberKeys();
  void addKey(EdgeId e);
  void addKeyOf(const PriorGroup& g); // where the ways to its edges part
  void findRegions();
  void relateKeys();
  bool relateRegion(uint32_t region);
  void findLaunches();
  BitSet with(uint32_t key) const;
  BitSet after(EdgeId e) const;
  BitSet predecessors(uint32_t key) const;
  const BitSet& standing(EdgeId e) const { return standing_[regionOf_[program_.edges[e].from]]; }
  bool happenedBy(uint32_t key, EdgeId e) const; // when e executes
  bool isOverAfterStart(EdgeId a, ThreadId t) const;
  void findAlive();
  void findMayStart();
  // Started by the thread of e alone, t has not been started, or has ended, when an instance stands before e.
  bool isSurelyNotAlive(ThreadId t, EdgeId e) const;
  // Of a thread with one instance: one of the keys has happened, and a can't come after it.
  bool isOverAfter(EdgeId a, const BitSet& keys) const;

  // How thread t comes to be started, seen from thread `from`.
  struct Launch {
    bool otherwise = false;      // in a way that does not pass through `from`, while that may still run
    std::vector<uint32_t> forks; // keys of the fork edges of `from` that lead to it
  };
  Launch launch(ThreadId from, ThreadId t) const;

  std::vector<BitSet>
      alive_; // by location: threads that its thread may have started and that may not have ended
  std::vector<BitSet> mayStart_; // by thread: locations that a fork of it may follow
  const Program& program_;
  const Dominators& dominators_;
  const Loops& loops_;
  PriorEvents prior_;
  std::vector<std::vector<EdgeId>> forksOf_;        // by thread: the edges that fork it
  std::vector<Key> keys_;                           // by key
  std::vector<uint32_t> keyOf_, keyOfLoc_;          // by edge, by location; or `none`
  std::vector<std::vector<uint32_t>> keysOfThread_; // its edges and locations
  std::vector<BitSet> must_;                        // by key: the keys that have happened before it
  std::vector<uint32_t> regionOf_;                  // by location: those that are as one here
  std::vector<LocId> headOf_;                       // by region: its first location
  std::vector<BitSet> standing_;              // by region: keys that have happened when somebody is there
  std::vector<BitSet> reachedFrom_;           // by key: locations that its thread may get to after it
  std::vector<std::vector<Launch>> launches_; // [from][t]
};

} // namespace heddle::ccfg::analysis
