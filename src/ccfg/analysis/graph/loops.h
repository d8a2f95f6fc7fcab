// Loops: cycles of each thread's graph, back edges and natural loops.
#pragma once

#include "ccfg/program.h"
#include "support/bitset.h"
#include "support/graph.h"

namespace heddle::ccfg::analysis {

struct Loop {
  LocId head;
  std::vector<EdgeId> backEdges;
  std::vector<LocId> body; // head first
};

class Loops {
public:
  explicit Loops(const Program& p);

  uint32_t component(LocId l) const {
    return components_.of[l];
  } // strongly connected; successors have lower numbers
  bool inCycle(LocId l) const { return cyclic_[component(l)]; }
  bool edgeInCycle(EdgeId e) const;
  // Leads back on the walk that visits the thread in order: every cycle has one.
  bool isRetreating(EdgeId e) const { return retreating_[e]; }

private:
  void findRetreating(const Program& p);

  const Program& program_;
  Components components_;
  std::vector<bool> cyclic_;     // by component
  std::vector<bool> retreating_; // by edge
};

// The natural loops: their back edges lead to a location that dominates where they come from. Retreating
// edges that do not (jumps into a loop) make no natural loop.
std::vector<Loop> naturalLoops(const Program& p);

// Where an instance that stands at l may get to, l included; and where one may come to l from.
BitSet locationsFrom(const Program& p, LocId l);
BitSet locationsTo(const Program& p, LocId l);

} // namespace heddle::ccfg::analysis
