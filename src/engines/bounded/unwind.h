// From a Program to the interference skeleton of its bounded executions (Sinha and Wang 2011,
// sections 2.2, 2.3 and 3.1).
//
// Each thread instance is walked once, in an order in which a location comes after all that leads to it;
// where paths meet, registers become ite terms (gated single assignment) and guards are joined. Cycles are
// unwound to a bound; an iteration that would be taken beyond it is a Cut. Iterations that the constants of
// the program decide do not count. An iteration that changed nothing but has only read is not repeated:
// whoever waits in a loop waits before its last iteration.
#pragma once

#include "engines/bounded/skeleton.h"
#include "engines/bounded/unwindfacts.h"
#include "support/budget.h"

#include <algorithm>

namespace heddle::bounded {

struct Bounds {
  unsigned standard = 2;           // iterations of a cycle beyond the first
  std::map<uint32_t, unsigned> of; // by cycle; cycles after those of Nesting: threads that start themselves
  unsigned decided = 64; // iterations that constants decide, for each that counts: they do not, up to there
  uint32_t maxNodes = 2'000'000;

  unsigned at(uint32_t cycle) const {
    const auto it = of.find(cycle);
    return it == of.end() ? standard : it->second;
  }
  unsigned decidedAt(uint32_t cycle) const { return decided * std::max(at(cycle), 1u); }
};

// Throws OutOfBudget.
Skeleton unwind(const Facts& facts, ccfg::PropertySet properties, const Bounds& bounds, const Budget& budget);

} // namespace heddle::bounded
