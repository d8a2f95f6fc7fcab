// Nobody sees a counterexample that was not executed: each Schedule runs through the interpreter first.
#pragma once

#include "interp/replay.h"

namespace heddle::check {

// Executes the schedule once; `watcher` sees how, and the result says what a report needs besides.
// InternalError if it does not show its violation: whoever made it has a bug.
interp::Replay confirm(const ccfg::Program& p, const ccfg::Schedule& schedule, ccfg::PropertySet properties,
                       interp::Watcher* watcher = nullptr);

} // namespace heddle::check
