// Counted loops: how often a loop is passed whose counter starts at a constant and is all that decides.
#pragma once

#include "ccfg/analysis/graph/dominators.h"
#include "ccfg/analysis/graph/loops.h"

namespace heddle::ccfg::analysis {

struct CountedLoop {
  Loop loop;
  RegId counter;
  EdgeId step;                  // the edge that changes the counter, once in each pass
  size_t stepOp;                // its operation
  std::vector<uint64_t> values; // of the counter in each pass, as long as nothing else leaves the loop
  std::vector<EdgeId> exits;    // where it is left when all passes are done
  BitSet afterStep;             // locations that may follow the change in the same pass
};

// Those that are entered at most once by an instance.
std::vector<CountedLoop> countedLoops(const Program& p, const Dominators& dominators, const Loops& loops);

// The edge's operation is executed in every pass, before the counter changes.
bool isInEveryPass(const Program& p, const Dominators& dominators, const CountedLoop& l, EdgeId e, size_t op);

// The edge is executed at most once in a pass.
bool isOncePerPass(const Program& p, const CountedLoop& l, EdgeId e);

} // namespace heddle::ccfg::analysis
