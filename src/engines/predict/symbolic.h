// The symbolic check (paper 004, sections 4 and 5): can the three accesses of a potential violation happen in
// their bad order, in a feasible prefix of an interleaving of the recorded events? Asked of an engine, as an
// assertion in the concurrent trace program (triple.h). An execution fails at the third access and goes no
// further, so what follows is not asked to be feasible: that is the prefix encoding of section 5.
#pragma once

#include "engine/result.h"
#include "engines/predict/triple.h"

#include <vector>

namespace heddle::predict {

// Asks about each. A result that is False has a schedule that ends with the third access; True: infeasible.
//
// First each is asked of the threads it is about and their creators alone: others need not move, so what is
// feasible there is feasible; and what is infeasible whatever the others do is infeasible. What is left is
// asked at once of all threads; if that does not show all of it infeasible, one by one.
std::vector<engine::Result> checkTriples(const Program& program, const std::vector<TripleEdges>& triples,
                                         engine::Engine& engine, const Budget& budget);

// Without section 5: the violation has to be in an interleaving of the whole trace. For comparison.
std::vector<engine::Result> checkWhole(const Program& program, const std::vector<TripleEdges>& triples,
                                       engine::Engine& engine, const Budget& budget);

// The maximal causal model (paper 004, Figure 2): from here on every read sees what it saw in the run. For
// comparison; `values` are those of edges that read.
void fixValues(Program& program, const std::map<EdgeId, uint64_t>& values);

} // namespace heddle::predict
