// Confirmation of counterexamples.
#include "check/confirm.h"

#include "support/error.h"

#include <fmt/format.h>

namespace heddle::check {

interp::Replay confirm(const ccfg::Program& p, const ccfg::Schedule& schedule, ccfg::PropertySet properties,
                       interp::Watcher* watcher) {
  interp::Replay replay = interp::replay(p, schedule, properties, watcher);
  if (!replay.reproduced)
    throw InternalError(fmt::format("a counterexample to {} does not reproduce: {}",
                                    propertyName(schedule.violation.property), replay.reason));
  return replay;
}

} // namespace heddle::check
