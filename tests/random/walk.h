// All states of a program, without any reduction.
#pragma once

#include "interp/machine.h"

#include <functional>

namespace heddle::random {

// Shows the first `most` states that are found, until `look` says false. Returns how many were found: fewer
// than `most` are all.
size_t forEachState(interp::Machine& machine, size_t most,
                    const std::function<bool(const interp::StateView&)>& look);

} // namespace heddle::random
