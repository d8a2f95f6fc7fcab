// May a thread that stands at a location be kept waiting there?
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg::analysis {

// Not if some edge is enabled whatever registers and memory hold: an edge without a guard; both branches of a
// condition; a compare-and-exchange, which succeeds or fails. Of guards for which that is not told, inputs
// and joins among them, it may. An exit keeps nobody waiting.
bool mayBlock(const Program& p, LocId l);

} // namespace heddle::ccfg::analysis
