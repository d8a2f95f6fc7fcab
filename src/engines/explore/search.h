// The search over all reachable states.
//
// Two ways in turn: the oldest state that waits is expanded, then the youngest. The first finds shallow
// violations however wide or endless the program is, the second finds deep ones early; neither can hold up
// the other. All successors of a state are made and stored when it is expanded. The path to a state is found
// again through its parents. Which threads are tried in a state is the business of ThreadChoice.
#pragma once

#include "engines/explore/explore.h"
#include "engines/explore/stateset.h"
#include "engines/explore/stepper.h"
#include "engines/explore/threadchoice.h"

namespace heddle::explore {

struct SearchResult {
  bool finished = false;
  std::string why;        // not finished: the budget's reason
  bool contended = false; // ... or more is contended than was known, so a search has to be made again
  std::optional<ccfg::Schedule> counterexample;
  bool stuck = false; // the counterexample ends where a thread waits for ever
  uint64_t states = 0, transitions = 0, depth = 0, memoryBytes = 0;
};

class Search {
public:
  // `contention`: what the choice rests on; may be null.
  Search(interp::Machine& machine, Stepper& stepper, RaceCheck* races, ThreadChoice& choice,
         Contention* contention, Reduction reduction, bool partialDeadlock);

  SearchResult run(const Budget& budget, const engine::ProgressSink& progress);

private:
  struct Expansion { // of the state that is being expanded
    StateId id = noState;
    ForkJoinOrder::Clocks clocks = ForkJoinOrder::initial;
    uint32_t holder = 0; // who stands in an atomic section
    bool canMove = false;
    bool reduced = false;  // not all threads are to be tried
    bool suffices = false; // what was tried: see leads
    std::vector<uint32_t> tried;
  };

  StateId nextState();
  void expand(StateId id, uint32_t mover);
  void tryThread(const interp::StateView& s, uint32_t thread);
  void tryOthers(const interp::StateView& s, uint32_t mover);
  void checkState(const interp::StateView& s);
  void add(Successor& next, uint32_t mover);
  bool leads(StateId successor);
  void findStuck();
  std::vector<bool> mayMove(uint32_t thread, const std::vector<std::vector<uint32_t>>& into) const;
  void violated(ccfg::Violation v, uint32_t mover);
  std::vector<ccfg::ScheduleStep> pathTo(StateId id);
  // States are kept with their clocks, if contention is watched.
  StateSet::Inserted insert(const interp::State& s, ForkJoinOrder::Clocks clocks, StateId parent);
  interp::StateView load(StateId id);
  bool isInVain() const;
  bool outOfBudget(const Budget& budget, const engine::ProgressSink& progress);

  interp::Machine& machine_;
  Stepper& stepper_;
  RaceCheck* races_;
  ThreadChoice& choice_;
  Contention* contention_;
  bool partialDeadlock_;
  interp::Prober prober_;
  StateSet set_;
  std::vector<uint8_t> key_;               // of insert
  ForkJoinOrder::Clocks loadedClocks_ = 0; // of the state that was loaded last
  StateId clean_ = 0;                      // how many states there were before more was found to be contended
  StateId oldest_ = 0;                     // all before it are expanded
  std::vector<StateId> deepest_;           // waiting, the youngest last; some are expanded meanwhile
  bool goDeep_ = false;                    // which way the state that is being expanded was taken
  Expansion now_;
  struct Transition {
    StateId from, to;
    uint32_t mover;
  };
  std::vector<Transition> transitions_;
  std::vector<StateId> ends_;                  // states in which the program may end
  std::vector<interp::PendingAccess> pending_; // without reduction: of the state that is being expanded
  bool collectPending_;
  uint64_t expansions_ = 0;
  double nextProgress_ = 0;
  SearchResult result_;
};

} // namespace heddle::explore
