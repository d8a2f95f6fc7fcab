// What a violation depends on: values that were approximated are followed through an execution (as in dynamic
// taint analysis), from where they were chosen to what made the execution go its way and fail.
#pragma once

#include "ccfg/schedule.h"

#include <set>

namespace heddle::interp {

// The assumptions that may invent behaviours and on which the violation depends. The execution goes through
// them, and another value in place of what one of them approximates could have led elsewhere: such a value
// decides a branch, an address, the size of a block, or the condition that fails. Without that, the real
// program has this execution, with other values.
//
// One that also misses behaviours stands for effects that are not known: everything behind it depends on it.
std::set<ccfg::AssumptionId> dependsOn(const ccfg::Program& p, const ccfg::Schedule& schedule);

} // namespace heddle::interp
