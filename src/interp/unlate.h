// Lifts a schedule of a program with its memory model written into it (ccfg/transform/memorymodel.h, tso and
// pso) to the program itself: the two are executed side by side.
#pragma once

#include "ccfg/schedule.h"
#include "ccfg/transform/derived.h"
#include "interp/machine.h"

#include <optional>

namespace heddle::interp {

// Nothing: a thread has more stores on their way than the buffers of the original have places, which hold
// those that nobody notices, too. Both machines look for the same properties.
std::optional<ccfg::Schedule> liftLate(const ccfg::transform::Derived& copy, const ccfg::Schedule& schedule,
                                       Machine& copyMachine, Machine& original);

} // namespace heddle::interp
