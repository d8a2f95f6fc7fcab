// Marks the threads that may have several instances: forked from an edge in a cycle, by two forks, or by a
// thread that may itself have several instances. Sets Thread::repeatable of every thread.
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg::transform {

void markRepeatable(Program& p);

} // namespace heddle::ccfg::transform
