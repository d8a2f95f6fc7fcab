// What a thread is about to do against everything that another may still do: the basis of all reductions that
// depend on the state.
//
// The next action of a thread is all the edges of its location; if one enters an atomic section then all the
// edges of the section too, since they happen in one go. It is set against the other's future (Accesses):
// every access that it, or a thread it forks, may make at any later time. What is not in conflict commutes:
// neither can enable, disable or change the other, nor can there be a race between them, now or later.
//
// A thread that holds a lock is only set against what others can do without passing the lock (HeldLocks), as
// long as it does not move itself. A read of uninitialised memory decides what others will read there, so it
// counts as a write. A join depends on the end of its thread alone, and never stands in an atomic section
// (explore.cpp sees to that). A Halt is not in conflict: no violation comes after it, so it only matters that
// a thread which halts is not the only one that moves (see persistent.cpp). A fork in a loop counts as being
// in conflict with everything: a search that only ever starts threads finds nothing.
//
// With Contention an action that accesses nothing contended in this state is in no conflict by memory,
// whatever points-to says. What else depends on the order of steps (Accesses::conflictsInOrder) still counts.
#pragma once

#include "ccfg/analysis/memory/accesses.h"
#include "engines/explore/contention.h"
#include "engines/explore/heldlocks.h"
#include "interp/machine.h"

namespace heddle::explore {

class Independence {
public:
  // `contention` may be null.
  Independence(interp::Machine& machine, const ccfg::analysis::PointsTo& pointsTo,
               const ccfg::analysis::Accesses& accesses, const Contention* contention);

  struct Action { // of a thread in a state
    const interp::StateView& state;
    uint32_t thread;
    std::optional<bool> quiet{}; // accesses nothing contended; found out when it matters
  };
  // May the next action of a thread conflict with what `other` does from there on, before the thread moves?
  bool conflicts(Action& action, uint32_t other);
  bool onlyHalts(ccfg::LocId l) const { return facts_[l].onlyHalts; }

  // What the next action of a thread waits for: another's end, or a lock.
  struct Waits {
    uint32_t thread =
        0;             // on whom it depends: the joined thread while it runs, the owner of the lock; 0: none
    bool known = true; // false: can't be told
    bool blocked = false; // by a lock: only `thread` can let it go on, its accesses don't matter before
  };
  Waits waits(const interp::StateView& s, uint32_t thread) const;

  // Its next action conflicts with no other thread, waits for none, halts nothing and enters no atomic
  // section.
  bool isAlone(const interp::StateView& s, uint32_t thread);

private:
  struct Facts {
    std::vector<ccfg::EdgeId> next; // the edges of the next action
    logic::Term joined;             // handle of the one Join among the location's edges
    bool unclearJoin = false;       // several Joins
    bool mayReadUninitialised = false;
    bool halts = false, onlyHalts = false, entersSection = false;
    bool forksInLoop = false; // there may be no end of it, so others must get their turn
  };
  struct Known {
    uint64_t question = UINT64_MAX;
    bool conflict = false;
  };

  Facts factsOf(ccfg::LocId l) const;
  void findForksInLoops();
  // `lock`: the other can't pass its gates.
  bool conflicts(const interp::StateView& s, uint32_t thread, ccfg::LocId other, uint32_t lock);
  bool holds(const interp::StateView& s, uint32_t thread, uint32_t lock) const;
  bool isStuckBehind(const interp::StateView& s, uint32_t thread, uint32_t other) const;
  uint32_t joinedBy(const interp::StateView& s, uint32_t thread) const;
  // What the answer rests on: all accesses; those by which reads decide, too; the order of steps alone.
  enum class By : uint8_t { Accesses, Decisions, Order };
  bool conflicts(ccfg::LocId l, ccfg::LocId other, uint32_t lock, By by);
  bool computeConflict(ccfg::LocId l, ccfg::LocId other, uint32_t lock, By by) const;
  bool isQuiet(Action& action);
  bool readsUninitialised(const interp::StateView& s, uint32_t thread);

  interp::Machine& machine_;
  interp::State scratch_;
  const ccfg::Program& program_;
  const ccfg::analysis::Accesses& accesses_;
  HeldLocks locks_;
  const Contention* contention_;
  std::vector<bool> maybeUninitialised_; // by object
  std::vector<Facts> facts_;             // by location
  std::vector<Known> known_;             // a cache, by hash of the question
};

} // namespace heddle::explore
