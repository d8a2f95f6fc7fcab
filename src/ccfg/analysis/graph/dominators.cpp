// Builds the graphs of locations and edges whose dominator trees answer the questions; see dominators.h.
#include "ccfg/analysis/graph/dominators.h"

#include "ccfg/analysis/graph/loops.h"
#include "ccfg/analysis/order/blocking.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

bool halts(const Edge& e) {
  return std::any_of(e.ops.begin(), e.ops.end(),
                     [](const Operation& op) { return std::holds_alternative<Halt>(op); });
}

namespace {

// Locations, edges, and last one node for the root or the end of every thread.
Graph flowGraph(const Program& p) {
  auto locations = static_cast<uint32_t>(p.locations.size());
  Graph g(locations + p.edges.size() + 1);
  for (EdgeId e = 0; e < p.edges.size(); ++e) {
    g[p.edges[e].from].push_back(locations + e);
    if (!halts(p.edges[e])) g[locations + e].push_back(p.edges[e].to);
  }
  return g;
}

uint32_t lastNode(const Graph& g) { return static_cast<uint32_t>(g.size() - 1); }

Graph fromRoot(const Program& p) {
  Graph g = flowGraph(p);
  for (const Thread& t : p.threads) g.back().push_back(t.entry);
  return g;
}

// A cycle that nothing leads out of goes round forever: it is taken to end anywhere.
void connectDeadEnds(Graph& g) {
  uint32_t end = lastNode(g);
  Components components = stronglyConnected(g);
  for (const auto& members : components.members) {
    bool leaves = std::any_of(members.begin(), members.end(), [&](uint32_t n) {
      return n == end || std::any_of(g[n].begin(), g[n].end(),
                                     [&](uint32_t s) { return components.of[s] != components.of[n]; });
    });
    if (!leaves)
      for (uint32_t n : members) g[n].push_back(end);
  }
}

Graph toEnd(const Program& p, PostDominators::Progress progress) {
  Graph g = flowGraph(p);
  uint32_t end = lastNode(g);
  for (uint32_t n = 0; n < end; ++n)
    if (g[n].empty()) g[n].push_back(end); // exits, halting edges, locations without a way on
  if (progress == PostDominators::Progress::MayStop) {
    for (LocId l = 0; l < p.locations.size(); ++l)
      if (mayBlock(p, l)) g[l].push_back(end);
    Loops loops(p);
    for (EdgeId e = 0; e < p.edges.size(); ++e)
      if (loops.isRetreating(e)) g[p.edges[e].to].push_back(end);
  }
  connectDeadEnds(g);
  return g;
}

DominatorTree treeOf(const Graph& g) { return DominatorTree(g, lastNode(g)); }

} // namespace

Dominators::Dominators(const Program& p)
    : locations_(static_cast<uint32_t>(p.locations.size())), tree_(treeOf(fromRoot(p))) {}

LocId Dominators::immediate(LocId l) const {
  uint32_t n = tree_.parent(l);
  while (n != DominatorTree::noNode && n >= locations_) n = tree_.parent(n);
  return n == DominatorTree::noNode ? none : n;
}

PostDominators::PostDominators(const Program& p, Progress progress)
    : locations_(static_cast<uint32_t>(p.locations.size())), tree_(treeOf(reversed(toEnd(p, progress)))) {}

LocId PostDominators::immediate(LocId l) const {
  uint32_t n = tree_.parent(l);
  while (n != DominatorTree::noNode && n >= locations_) n = tree_.parent(n);
  return n == DominatorTree::noNode ? none : n;
}

} // namespace heddle::ccfg::analysis
