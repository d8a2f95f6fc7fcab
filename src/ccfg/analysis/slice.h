// Backward slice: the edges that the violation of a property may depend on.
//
// What is outside can be replaced by steps that do nothing, in any thread, without a violation of the
// property appearing or going away. Closes over dependence; keeps the borders of atomic sections that it
// touches.
#pragma once

#include "ccfg/analysis/dependence.h"
#include "ccfg/analysis/escape.h"
#include "support/bitset.h"

namespace heddle::ccfg::analysis {

BitSet sliceOf(const Program& p, PropertySet properties, const Dependence& dependence, const Escape& escape);

// Where the slice starts: the edges at which one of the properties may be violated.
std::vector<EdgeId> criteria(const Program& p, PropertySet properties, const Escape& escape);

} // namespace heddle::ccfg::analysis
