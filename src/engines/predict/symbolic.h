// The symbolic check (paper 004, sections 4 and 5): can the three accesses of a potential violation happen in
// their bad order, in a feasible prefix of an interleaving of the recorded events? Asked of an engine as
// property `atomicity` of the concurrent trace program, in which no other access counts. An execution fails
// at the third access and goes no further, so what follows is not asked to be feasible: that is the prefix
// encoding of section 5.
#pragma once

#include "engine/result.h"

#include <vector>

namespace heddle::predict {

struct TripleEdges {
  ccfg::EdgeId first = ccfg::none, remote = ccfg::none, second = ccfg::none;
};

// Asks about each. The program is the same again afterwards. A result that is False has a schedule that ends
// with the third access; True: infeasible.
//
// First each is asked of the threads it is about and their creators alone: others need not move, so what is
// feasible there is feasible. What is left is asked at once, which mostly shows all of it infeasible; else
// one by one.
std::vector<engine::Result> checkTriples(ccfg::Program& program, const std::vector<TripleEdges>& triples,
                                         engine::Engine& engine, const Budget& budget);

} // namespace heddle::predict
