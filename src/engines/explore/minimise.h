// Makes counterexamples readable: fewer context switches, fewer steps.
#pragma once

#include "engines/explore/stepper.h"
#include "interp/shorten.h"
#include "support/budget.h"

namespace heddle::explore {

class RaceCheck;

struct MinimiseLimits {
  uint32_t states = 200'000; // of the search for the fewest switches
  interp::ShortenLimits moves{};
};

// A schedule that shows a violation of the same property, with no more context switches than the given one.
// First a search for the fewest there can be, within a limit of states; if that is not enough, the given one
// is shortened (interp/shorten.h). Every result was executed.
ccfg::Schedule minimise(interp::Machine& machine, Stepper& stepper, RaceCheck* races,
                        const ccfg::Schedule& schedule, const MinimiseLimits& limits, const Budget& budget);

} // namespace heddle::explore
