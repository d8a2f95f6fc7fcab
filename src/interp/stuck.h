// Threads that wait for ever, while others may go on without end.
#pragma once

#include "interp/pending.h"

namespace heddle::interp {

// Threads that wait in this state, and that no continuation lets move again before the program ends; none if
// some continuation does end the program, or is not followed to its end. It visits all continuations, and
// gives up after so many states that a search would not have told either.
std::vector<uint32_t> stuckThreads(Machine& machine, const StateView& s);

std::string stuckMessage(const ccfg::Program& p, const std::vector<ThreadStatus>& threads,
                         const std::vector<uint32_t>& stuck);

} // namespace heddle::interp
