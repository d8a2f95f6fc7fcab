// The symbolic check (Wang et al. 2010, sections 4 and 5): can the three accesses of a potential violation
// happen in their bad order, in a feasible prefix of an interleaving of the recorded events? Asked of an
// engine, as an assertion in the concurrent trace program (triple.h). An execution fails at the third access
// and goes no further, so what follows is not asked to be feasible: that is the prefix encoding of section 5.
#pragma once

#include "engine/result.h"
#include "engines/predict/triple.h"

#include <functional>
#include <vector>

namespace heddle::predict {

// A question about some edges.
struct Asked {
  std::set<EdgeId> edges{};
  std::map<ThreadId, EdgeId> last{};               // see Part
  std::function<void(Query&, bool exact)> write{}; // not exact: other threads do anything
  bool allThreads = false;
};

// Asked of the threads of the edges and their creators alone: others need not move, so what is feasible there
// is feasible; and what is infeasible whatever the others do is infeasible. Else unknown.
engine::Result decide(const Program& program, const Asked& asked, engine::Engine& engine,
                      const Budget& budget);
// And then of all threads.
engine::Result decideFully(const Program& program, Asked asked, engine::Engine& engine, const Budget& budget);

// Asks about each. A result that is False has a schedule that ends with the third access; True: infeasible.
//
// What can't be decided with few threads is asked at once of all; if that does not show all of it infeasible,
// one by one.
std::vector<engine::Result> checkTriples(const Program& program, const std::vector<TripleEdges>& triples,
                                         engine::Engine& engine, const Budget& budget);

// Without section 5: the violation has to be in an interleaving of the whole trace. For comparison.
std::vector<engine::Result> checkWhole(const Program& program, const std::vector<TripleEdges>& triples,
                                       engine::Engine& engine, const Budget& budget);

// The maximal causal model (Wang et al. 2010, Figure 2): from here on every read sees what it saw in the run.
// For comparison; `values` are those of edges that read.
void fixValues(Program& program, const std::map<EdgeId, uint64_t>& values);

} // namespace heddle::predict
