// A path of the tree as a schedule: the interpreter is led along it, with the model's values of the inputs.
#pragma once

#include "ccfg/schedule.h"
#include "engines/impact/search.h"

namespace heddle::impact {

struct Witness {
  std::optional<ccfg::Schedule> schedule; // shows a violation of a property that was asked for
  std::string problem;                    // why there is none
};

Witness makeWitness(Search& search, const Found& found, const engine::Problem& problem);

} // namespace heddle::impact
