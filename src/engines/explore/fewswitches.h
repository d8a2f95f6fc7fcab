// The violation with the fewest context switches.
#pragma once

#include "engines/explore/stateset.h"
#include "engines/explore/stepper.h"
#include "support/budget.h"

#include <deque>

namespace heddle::explore {

class RaceCheck;

// Breadth-first over pairs (state, last mover), ordered by context switches and then by steps. It knows no
// partial-order reduction but running on, since that never adds a switch.
class FewSwitches {
public:
  FewSwitches(interp::Machine& machine, Stepper& stepper, RaceCheck* races, ccfg::Property property,
              bool partialDeadlock)
      : machine_(machine), stepper_(stepper), races_(races), prober_(machine), property_(property),
        partialDeadlock_(partialDeadlock) {}

  // Nothing if the limit of nodes or the budget is reached first.
  std::optional<ccfg::Schedule> run(StateId maxNodes, size_t maxSwitches, const Budget& budget);

private:
  using NodeId = StateId; // of a state with its mover appended

  void expand(NodeId node);
  void step(NodeId node, const interp::StateView& s, uint32_t thread, uint32_t mover);
  void checkState(NodeId node, const interp::StateView& s, bool canMove);
  void add(NodeId parent, std::span<const uint8_t> state, uint32_t thread, uint32_t mover);
  void found(NodeId node, ccfg::Violation v, uint32_t thread, bool atOnce);
  struct Node {
    std::vector<uint8_t> state;
    uint32_t mover;
  };
  Node load(NodeId node);
  ccfg::Schedule scheduleOf(NodeId node, const ccfg::Violation& v, uint32_t thread);

  interp::Machine& machine_;
  Stepper& stepper_;
  RaceCheck* races_;
  interp::Prober prober_;
  ccfg::Property property_;
  bool partialDeadlock_;
  StateSet set_;
  std::deque<NodeId> sameSwitches_, oneMore_;
  std::vector<uint8_t> key_;
  struct Found {
    NodeId node;
    ccfg::Violation violation;
    uint32_t thread; // whose step fails; 0: it shows in the state
  };
  std::optional<Found> now_, withOneMore_;
};

} // namespace heddle::explore
