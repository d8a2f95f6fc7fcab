// The symbolic check (paper 004, sections 4 and 5): can the three accesses of a potential violation happen in
// their bad order, in a feasible prefix of an interleaving of the recorded events? Asked of an engine as
// property `atomicity` of the concurrent trace program, in which no other access counts. An execution fails
// at the third access and goes no further, so what follows is not asked to be feasible: that is the prefix
// encoding of section 5.
#pragma once

#include "engine/result.h"

namespace heddle::predict {

struct TripleEdges {
  ccfg::EdgeId first = ccfg::none, remote = ccfg::none, second = ccfg::none;
};

// The program is the same again afterwards. False: feasible, and the schedule ends with the third access.
engine::Result checkTriple(ccfg::Program& program, const TripleEdges& triple, engine::Engine& engine,
                           const Budget& budget);

} // namespace heddle::predict
