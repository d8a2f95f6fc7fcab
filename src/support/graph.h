// Algorithms on plain directed graphs, given as successor lists over dense node numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle {

using Graph = std::vector<std::vector<uint32_t>>;

Graph reversed(const Graph& g);

// Strongly connected components, numbered so that an edge never leads to a higher number (successors first).
struct Components {
  std::vector<uint32_t> of;                   // by node
  std::vector<std::vector<uint32_t>> members; // by component
};
Components stronglyConnected(const Graph& g);

// The tree of immediate dominators of a graph with a root. Nodes that the root does not reach have no place
// in it: nothing dominates them but themselves.
class DominatorTree {
public:
  DominatorTree(const Graph& g, uint32_t root);

  static constexpr uint32_t noNode = UINT32_MAX;
  uint32_t parent(uint32_t n) const { return parent_[n]; } // noNode: the root or unreachable
  bool reachable(uint32_t n) const { return last_[n] != 0; }
  // Does every path from the root to n pass through d? True for d == n.
  bool dominates(uint32_t d, uint32_t n) const {
    return d == n || (reachable(d) && reachable(n) && first_[d] <= first_[n] && last_[n] <= last_[d]);
  }
  uint32_t commonDominator(uint32_t a, uint32_t b) const; // of two reachable nodes

private:
  void number(uint32_t root);

  std::vector<uint32_t> parent_;
  std::vector<uint32_t> first_, last_; // when a walk of the tree enters and leaves the node, from 1
};

} // namespace heddle
