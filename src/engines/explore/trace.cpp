// Steps are not kept with states: they are found again by executing the parent's edges once more.
#include "engines/explore/trace.h"

#include "support/error.h"

#include <algorithm>

namespace heddle::explore {

using ccfg::ScheduleStep;

std::vector<ScheduleStep> stepsBetween(Stepper& stepper, const interp::StateView& from,
                                       std::span<const uint8_t> to, uint32_t thread) {
  std::vector<ScheduleStep> steps;
  stepper.setTracing(true);
  for (uint32_t t = 1; t <= from.threadCount() && steps.empty(); ++t) {
    if (thread != 0 && thread != t) continue;
    stepper.run(from, t);
    for (const Successor& next : stepper.successors())
      if (std::ranges::equal(next.state.bytes(), to)) {
        steps = next.steps;
        break;
      }
  }
  stepper.setTracing(false);
  HEDDLE_CHECK(!steps.empty(), "no step leads from a state to its successor");
  return steps;
}

std::vector<ScheduleStep> violatingSteps(Stepper& stepper, const interp::StateView& from, uint32_t thread) {
  stepper.setTracing(true);
  stepper.run(from, thread);
  stepper.setTracing(false);
  HEDDLE_CHECK(stepper.violation().has_value(), "a violation does not show a second time");
  return stepper.violatingSteps();
}

} // namespace heddle::explore
