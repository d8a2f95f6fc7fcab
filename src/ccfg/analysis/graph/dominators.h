// Dominators and post-dominators of locations and edges, within each thread.
//
// Edges are nodes beside locations, so that "every way to b takes edge a" can be asked. A Halt ends the
// execution: control never reaches the end of its edge.
#pragma once

#include "ccfg/program.h"
#include "support/graph.h"

namespace heddle::ccfg::analysis {

bool halts(const Edge& e); // has a Halt operation

class Dominators {
public:
  explicit Dominators(const Program& p);

  // Has an instance that gets to b always passed a before? Both of one thread; true for a == b.
  bool edgeOverEdge(EdgeId a, EdgeId b) const { return tree_.dominates(edgeNode(a), edgeNode(b)); }
  bool edgeOverLoc(EdgeId a, LocId b) const { return tree_.dominates(edgeNode(a), b); }
  bool locOverLoc(LocId a, LocId b) const { return tree_.dominates(a, b); }
  bool reachable(LocId l) const { return tree_.reachable(l); } // from the thread's entry

  LocId immediate(LocId l) const; // nearest location that dominates l and is not l; `none` for an entry

private:
  uint32_t edgeNode(EdgeId e) const { return locations_ + e; }

  uint32_t locations_;
  DominatorTree tree_;
};

class PostDominators {
public:
  // MayStop: a thread need not come to its end, since it may wait forever where nothing is sure to let it on,
  // or go round a loop forever. Then only what is sure to happen post-dominates.
  enum class Progress : uint8_t { Certain, MayStop };
  PostDominators(const Program& p, Progress progress);

  // Does an instance at b pass a before it ends? Of one thread; true for a == b.
  bool locOverLoc(LocId a, LocId b) const { return tree_.dominates(a, b); }
  bool edgeOverLoc(EdgeId a, LocId b) const { return tree_.dominates(locations_ + a, b); }
  LocId immediate(LocId l) const; // `none` if only the end of the thread follows for sure

  // The tree over locations (numbered as they are), edges (after them) and last the end.
  const DominatorTree& tree() const { return tree_; }
  uint32_t edgeNode(EdgeId e) const { return locations_ + e; }

private:
  uint32_t locations_;
  DominatorTree tree_;
};

} // namespace heddle::ccfg::analysis
