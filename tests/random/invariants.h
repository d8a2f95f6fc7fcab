// Invariants against concrete states: every state that can be reached must satisfy what is claimed of its
// locations.
#pragma once

#include "engine/result.h"

#include <optional>
#include <string>

namespace heddle::random {

struct Explored {
  size_t states = 0;
  std::optional<std::string> broken; // which invariant, by which value
};

// Walks through all interleavings without reduction, up to so many states.
Explored checkInvariants(const ccfg::Program& model, ccfg::PropertySet asked,
                         const std::vector<engine::Invariant>& invariants, size_t maxStates);

} // namespace heddle::random
