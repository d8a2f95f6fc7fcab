// The sequential interpreter: the fixpoint of one thread under fixed interferences (Algorithm 1, with
// ThreadTransfer as its transfer function). fixpoint/ says which location is next and where to widen; then a
// few descending passes take back what widening gave away.
//
// A location has one environment for each combination of reads that leads there. If there are too many of
// them, the reads of the load with least effect are forgotten there.
#pragma once

#include "engines/modular/threadtransfer.h"
#include "fixpoint/ascent.h"
#include "support/budget.h"

namespace heddle::modular {

class Interpreter {
public:
  Interpreter(const Facts& facts, ThreadTransfer& transfer, ccfg::ThreadId thread, size_t maxCombinations,
              const Plan& plan, const Budget& budget);

  // False: out of budget, nothing can be said.
  bool run();
  Effects effects(); // after run

  const std::vector<State>& at(ccfg::LocId l) const { return places_[localOf_[l]].states; }
  uint64_t merges() const { return merges_; }
  uint64_t steps() const { return steps_; }

private:
  struct Place {
    std::vector<State> states; // by combination, sorted
    std::vector<bool> dirty;   // by state
    std::set<LoadId> forgotten;
  };

  bool ascend();
  bool descend();
  void visit(ccfg::LocId l);
  bool insert(Place& place, State s, fixpoint::Growth growth);
  void grow(Place& place, size_t index, const Environment& by, fixpoint::Growth growth);
  void limit(Place& place);
  bool mergeEqual(Place& place, const State& s, fixpoint::Growth growth);
  LoadId leastEffect(const Place& place) const;
  static void forget(Place& place, LoadId load);
  bool outOfBudget() { return ++visits_ % 16 == 0 && budget_.exhausted().has_value(); }
  fixpoint::Ascent makeAscent() const; // over indices of locations_

  const Facts& facts_;
  ThreadTransfer& transfer_;
  ccfg::ThreadId thread_;
  size_t maxCombinations_;
  const Plan& plan_;
  const Budget& budget_;
  std::vector<ccfg::LocId> locations_; // of the thread, in order
  std::vector<uint32_t> localOf_;      // by location
  std::vector<Place> places_;
  fixpoint::Ascent ascent_;
  bool widened_ = false;
  uint64_t merges_ = 0, steps_ = 0, visits_ = 0;
};

} // namespace heddle::modular
