// First the best that a search can find, then the best of what there is; see minimise.h.
#include "engines/explore/minimise.h"

#include "engines/explore/fewswitches.h"
#include "engines/explore/racecheck.h"

namespace heddle::explore {

ccfg::Schedule minimise(interp::Machine& machine, Stepper& stepper, RaceCheck* races,
                        const ccfg::Schedule& schedule, const MinimiseLimits& limits, const Budget& budget) {
  const size_t switches = ccfg::contextSwitches(schedule.steps);
  FewSwitches search(machine, stepper, races, schedule.violation.property, limits.moves.partialDeadlock);
  if (auto best = search.run(limits.states, switches, budget)) return *best;
  return interp::shorten(machine, schedule, limits.moves, budget);
}

} // namespace heddle::explore
