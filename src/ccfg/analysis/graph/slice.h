// Backward slice: the edges that the violation of a property may depend on.
//
// The operations of edges outside, all but Halts, can be taken away without a violation going away. None
// appears either, unless the program would have ended before it by an invalid access outside the slice.
// Closes over dependence; keeps whole branches, and the borders of atomic sections that it touches.
#pragma once

#include "ccfg/analysis/memory/escape.h"
#include "ccfg/analysis/order/dependence.h"
#include "support/bitset.h"

namespace heddle::ccfg::analysis {

BitSet sliceOf(const Program& p, PropertySet properties, const Dependence& dependence, const Escape& escape);

// The same from criteria of the caller's.
BitSet sliceFrom(const Program& p, const std::vector<EdgeId>& criteria, const Dependence& dependence);

// The slices of several criteria at once: by edge, the criteria (by their place in the list, modulo `groups`)
// that may depend on it. Choices of edges in `independent` do not count for what comes after them.
std::vector<BitSet> slicesFrom(const Program& p, const std::vector<EdgeId>& criteria, size_t groups,
                               const Dependence& dependence, const BitSet& independent);

// Where the slice starts: the edges at which one of the properties may be violated.
std::vector<EdgeId> criteria(const Program& p, PropertySet properties, const Escape& escape);

} // namespace heddle::ccfg::analysis
