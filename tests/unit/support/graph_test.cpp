#include "support/graph.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace heddle {
namespace {

Graph randomGraph(std::mt19937& rng, uint32_t nodes, uint32_t edges) {
  Graph g(nodes);
  for (uint32_t i = 0; i < edges; ++i) g[rng() % nodes].push_back(rng() % nodes);
  return g;
}

// What the root reaches without passing through `banned`.
std::vector<bool> reach(const Graph& g, uint32_t root, uint32_t banned) {
  std::vector<bool> seen(g.size());
  std::function<void(uint32_t)> visit = [&](uint32_t n) {
    if (n == banned || seen[n]) return;
    seen[n] = true;
    for (uint32_t s : g[n]) visit(s);
  };
  visit(root);
  return seen;
}

TEST(Graph, DominatorsAgreeWithTheDefinition) {
  std::mt19937 rng(7);
  for (int round = 0; round < 300; ++round) {
    Graph g = randomGraph(rng, 9, 4 + rng() % 16);
    DominatorTree tree(g, 0);
    std::vector<bool> reachable = reach(g, 0, UINT32_MAX);
    for (uint32_t d = 0; d < g.size(); ++d) {
      std::vector<bool> without = reach(g, 0, d);
      for (uint32_t n = 0; n < g.size(); ++n) {
        EXPECT_EQ(tree.reachable(n), reachable[n]);
        bool expected = d == n || (reachable[d] && reachable[n] && !without[n]);
        EXPECT_EQ(tree.dominates(d, n), expected) << round << ": " << d << " over " << n;
      }
    }
  }
}

TEST(Graph, ComponentsAgreeWithReachability) {
  std::mt19937 rng(8);
  for (int round = 0; round < 300; ++round) {
    Graph g = randomGraph(rng, 8, 4 + rng() % 12);
    Components c = stronglyConnected(g);
    for (uint32_t a = 0; a < g.size(); ++a)
      for (uint32_t b = 0; b < g.size(); ++b) {
        bool mutual = reach(g, a, UINT32_MAX)[b] && reach(g, b, UINT32_MAX)[a];
        EXPECT_EQ(c.of[a] == c.of[b], mutual);
      }
    for (uint32_t a = 0; a < g.size(); ++a)
      for (uint32_t b : g[a]) EXPECT_GE(c.of[a], c.of[b]);
  }
}

TEST(Graph, DeepChainsDoNotRecurse) {
  uint32_t n = 200000;
  Graph g(n);
  for (uint32_t i = 0; i + 1 < n; ++i) g[i].push_back(i + 1);
  EXPECT_EQ(stronglyConnected(g).members.size(), n);
  EXPECT_TRUE(DominatorTree(g, 0).dominates(5, n - 1));
}

} // namespace
} // namespace heddle
