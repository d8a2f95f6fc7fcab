// The nesting of cycles, and the order of locations that follows it.
#include "analysis_models.h"

#include "ccfg/analysis/graph/nesting.h"

#include <gtest/gtest.h>

namespace heddle::ccfg::analysis {
namespace {

// What the header promises: an edge leads forward, or to the head of a cycle around both of its ends.
void expectWeakTopologicalOrder(const Program& p, const Nesting& n) {
  for (const Edge& e : p.edges) {
    if (n.position(e.from) < n.position(e.to)) continue;
    EXPECT_TRUE(n.isHead(e.to)) << e.from << " -> " << e.to;
    EXPECT_TRUE(n.contains(n.cycleOf(e.to), e.from)) << e.from << " -> " << e.to;
  }
}

TEST(Nesting, NoCycle) {
  const auto p = model(R"(
thread main {
  reg %c:1
  entry L0 exit L1
  L0: -> L2: assume %c
      -> L1: assume (not %c)
  L2: -> L1: skip
}
)");
  const Nesting n(*p);
  EXPECT_TRUE(n.cycles().empty());
  EXPECT_EQ(n.cycleOf(0), none);
  expectWeakTopologicalOrder(*p, n);
}

TEST(Nesting, LoopInLoop) {
  const auto p = model(R"(
thread main {
  reg %c:1
  entry L0 exit L1
  L0: -> L2: skip
  L2: -> L3: assume %c
      -> L1: assume (not %c)
  L3: -> L4: assume %c
      -> L2: assume (not %c)
  L4: -> L3: skip
}
)");
  const Nesting n(*p);
  ASSERT_EQ(n.cycles().size(), 2u);
  const uint32_t inner = n.cycleOf(4), outer = n.cycleOf(2);
  EXPECT_EQ(n.cycles()[inner].head, 3u);
  EXPECT_EQ(n.cycles()[inner].parent, outer);
  EXPECT_EQ(n.cycles()[inner].depth, 2u);
  EXPECT_EQ(n.cycles()[outer].head, 2u);
  EXPECT_EQ(n.cycles()[outer].parent, none);
  EXPECT_EQ(n.cycles()[outer].depth, 1u);
  EXPECT_TRUE(n.contains(outer, 4));
  EXPECT_FALSE(n.contains(inner, 2));
  EXPECT_FALSE(n.contains(outer, 1));
  expectWeakTopologicalOrder(*p, n);
}

TEST(Nesting, LoopsOfOneLocation) {
  const auto p = model(R"(
thread main {
  reg %c:1
  entry L0 exit L1
  L0: -> L2: assume %c
      -> L3: assume (not %c)
  L2: -> L2: skip
  L3: -> L3: assume %c
      -> L1: assume (not %c)
}
)");
  const Nesting n(*p);
  ASSERT_EQ(n.cycles().size(), 2u);
  expectWeakTopologicalOrder(*p, n);
}

TEST(Nesting, JumpIntoALoop) {
  const auto p = model(R"(
thread main {
  reg %c:1
  entry L0 exit L1
  L0: -> L2: assume %c
      -> L3: assume (not %c)
  L2: -> L3: skip
  L3: -> L2: assume %c
      -> L1: assume (not %c)
}
)");
  const Nesting n(*p);
  EXPECT_EQ(n.cycles().size(), 1u);
  expectWeakTopologicalOrder(*p, n);
}

} // namespace
} // namespace heddle::ccfg::analysis
