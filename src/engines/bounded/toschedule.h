// From a model of the encoding to a Schedule: the interpreter is led along the threads' paths in the order of
// their events, up to where the violation shows.
#pragma once

#include "ccfg/schedule.h"
#include "engines/bounded/goals.h"

namespace heddle::bounded {

struct Witness {
  std::optional<ccfg::Schedule> schedule;
  std::string problem; // why there is none
};

// The goal is one whose condition holds in the solver's model.
Witness makeWitness(const Skeleton& s, const Interference& interference, logic::Solver& solver,
                    const Goal& goal, ccfg::PropertySet properties);

} // namespace heddle::bounded
