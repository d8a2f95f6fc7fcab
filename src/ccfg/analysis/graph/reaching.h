// Which operation gave a register its value. Used by waits and crews.
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg::analysis {

struct OpPlace { // of an operation
  EdgeId edge;
  size_t op;
  auto operator<=>(const OpPlace&) const = default;
};

// The one definition that reaches the place, on whatever way; nothing if there are several, or a way without.
std::optional<OpPlace> reachingDefinition(const Program& p, OpPlace use, RegId r);

// The value that a Set or another operation gives to the register; an empty term if it is no Set.
Term assignedValue(const Operation& op, RegId r);

} // namespace heddle::ccfg::analysis
