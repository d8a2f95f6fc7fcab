// How a path that ends at an invalid memory access is told of, where property `memory` was not asked for.
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg {

// Through a null pointer: the machine ends the program there, so nothing is missed.
Assumption endsAtNull(const Program& p, EdgeId access);
// Any other: what would follow on the machine is not known.
Assumption endsAtInvalidAccess(const Program& p, EdgeId access);

} // namespace heddle::ccfg
