// From states back to the steps between them.
#pragma once

#include "engines/explore/stepper.h"

namespace heddle::explore {

// The steps by which a thread (0: any) gets from a state to a successor of it.
std::vector<ccfg::ScheduleStep> stepsBetween(Stepper& stepper, const interp::StateView& from,
                                             std::span<const uint8_t> to, uint32_t thread = 0);

// The steps of this thread from a state that end in a violation.
std::vector<ccfg::ScheduleStep> violatingSteps(Stepper& stepper, const interp::StateView& from,
                                               uint32_t thread);

} // namespace heddle::explore
