// The combinations of a thread, as section 2.2 lists them: every way in which its loads could read, and which
// of those no execution allows. For `--stats`; interpretation itself goes through them as loads are executed.
#pragma once

#include "engines/modular/interference.h"
#include "support/statistics.h"

namespace heddle::modular {

// One entry a combination, 1 if it is feasible and 0 if not; for threads with few of them.
void listCombinations(const Facts& facts, Order& order, const Interferences& interferences,
                      Statistics& statistics);

} // namespace heddle::modular
