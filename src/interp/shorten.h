// Makes counterexamples readable: fewer context switches, fewer steps. A search finds long ones; people want
// the one that shows the point.
#pragma once

#include "ccfg/schedule.h"
#include "interp/pending.h"
#include "support/budget.h"

namespace heddle::interp {

struct ShortenLimits {
  double seconds = 2;
  bool partialDeadlock = false;
};

// A schedule that shows a violation of the same property, with no more context switches than the given one,
// and if it has as many, no more steps. Every result was executed.
ccfg::Schedule shorten(Machine& machine, const ccfg::Schedule& schedule, const ShortenLimits& limits,
                       const Budget& budget);

} // namespace heddle::interp
