// A model of the encoding as executions see it: the way that each thread takes, the order of the events, and
// the values of inputs. What a witness is made from (toschedule.h, follow.h).
#pragma once

#include "engines/bounded/goals.h"
#include "interp/chooser.h"

namespace heddle::bounded {

struct Candidate {
  std::vector<std::vector<StepId>> paths; // by instance
  std::vector<EventIndex> order;
  std::vector<uint32_t> position; // by event
};

// The goal is one whose condition holds in the solver's model.
Candidate candidateOf(const Skeleton& s, const Interference& interference, logic::Solver& solver,
                      const Goal& goal);

// Answers with what the model says about the step being made; none: the least value.
class ModelChooser : public interp::Chooser {
public:
  ModelChooser(const Skeleton& s, logic::Solver& solver) : s_(s), solver_(solver) {}
  void at(StepId step) { step_ = step; }
  uint64_t choose(const interp::Choice& c) override;

private:
  const Skeleton& s_;
  logic::Solver& solver_;
  StepId step_ = none;
};

} // namespace heddle::bounded
