// Plan: which loads a configuration tells apart, which edges it looks at, and what it remembers (section 6:
// property-guided pruning and clustering).
//
// Edges outside of the backward slice of all assertions, and of the accesses that need a proof of validity,
// are skipped. Clusters are found as interpretation goes: combinations that lead to the same environment, but
// for what is never looked at again, are one from there on, so loads of different clusters do not multiply.
#pragma once

#include "engines/modular/transfer.h"

namespace heddle::modular {

// `everywhere`: invariants are asked for at all locations, so nothing is left out.
Plan makePlan(const Facts& facts, Sensitivity sensitivity, ccfg::PropertySet properties, bool everywhere);

} // namespace heddle::modular
