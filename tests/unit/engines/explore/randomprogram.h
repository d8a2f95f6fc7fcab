// Small random programs for comparing settings of the engine with each other: two to four threads, shared
// bytes, locks, loops, branches, atomic sections, choices, heap. Same seed, same program.
#pragma once

#include "ccfg/program.h"

#include <memory>

namespace heddle::explore {

// `blocks`: with marked blocks.
std::unique_ptr<ccfg::Program> randomProgram(uint64_t seed, bool blocks = false);

} // namespace heddle::explore
