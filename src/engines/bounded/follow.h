// A real execution along a candidate that is none (Sinha and Wang 2011, section 6.3: what RED-O would
// exclude). Threads move in the candidate's order of events; one that finds other values than the candidate
// says goes its own way, and others go on. What such an execution violates is violated: a few of these are
// cheaper than making a candidate consistent event by event.
#pragma once

#include "ccfg/schedule.h"
#include "engines/bounded/goals.h"

namespace heddle::bounded {

// A violation of one of the properties, whichever the goal is; races are not looked for. Only for sequential
// consistency.
std::optional<ccfg::Schedule> follow(const Skeleton& s, const Interference& interference,
                                     logic::Solver& solver, const Goal& goal, ccfg::PropertySet properties);

} // namespace heddle::bounded
