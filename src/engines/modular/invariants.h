// Invariants: what the states at a location have in common, for people and for checking.
#pragma once

#include "engine/invariant.h"
#include "engines/modular/interpreter.h"

namespace heddle::modular {

// One for each location of the thread. Memory is what the thread wrote last or what any other may have
// written.
std::vector<engine::Invariant> invariantsOf(const Facts& facts, const Interferences& interferences,
                                            const Interpreter& interpreter, ccfg::ThreadId thread);

} // namespace heddle::modular
