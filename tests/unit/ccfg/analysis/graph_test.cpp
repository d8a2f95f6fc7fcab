// Dominators, loops and repeatable threads.
#include "analysis_models.h"

#include "ccfg/analysis/graph/dominators.h"
#include "ccfg/analysis/graph/loops.h"
#include "ccfg/analysis/memory/escape.h"
#include "ccfg/analysis/order/blocking.h"

#include <gtest/gtest.h>

namespace heddle::ccfg::analysis {
namespace {

// A branch whose sides meet, a loop, a wait, an abort.
const char* const shapes = R"(
object m global 4
thread main {
  reg %c:1 %r:32
  entry L0 exit L1
  L0: e0 -> L2: assume %c
      e1 -> L3: assume (not %c)
  L2: e2 -> L4: skip
  L3: e3 -> L4: skip
      e4 -> L8: assume (eq %r 5:32); halt abort
  L4: e5 -> L5: assume (ult %r 3:32)
      e6 -> L6: assume (not (ult %r 3:32))
  L5: e7 -> L4: %r := (add %r 1:32)
  L6: e8 -> L7: atomic %r := load.4 &m; assume (eq %r 0:32); store.4 &m 1:32
  L7: e9 -> L1: skip
  L8:
}
)";

TEST(Dominators, OfLocationsAndEdges) {
  auto p = model(shapes);
  Dominators d(*p);
  EXPECT_EQ(d.immediate(0), none);
  EXPECT_EQ(d.immediate(2), 0u);
  EXPECT_EQ(d.immediate(4), 0u);
  EXPECT_EQ(d.immediate(6), 4u);
  EXPECT_EQ(d.immediate(1), 7u);
  EXPECT_TRUE(d.edgeOverEdge(6, 8));
  EXPECT_TRUE(d.edgeOverLoc(8, 1));
  EXPECT_FALSE(d.edgeOverEdge(5, 8));
  EXPECT_FALSE(d.edgeOverEdge(0, 6));
  EXPECT_FALSE(d.reachable(8)); // the program has ended
}

TEST(Dominators, PostDominators) {
  auto p = model(shapes);
  PostDominators certain(*p, PostDominators::Progress::Certain);
  EXPECT_EQ(certain.immediate(2), 4u);
  EXPECT_EQ(certain.immediate(3), none); // may abort
  EXPECT_EQ(certain.immediate(4), 6u);
  EXPECT_EQ(certain.immediate(5), 4u);
  EXPECT_EQ(certain.immediate(6), 7u);
  EXPECT_TRUE(certain.edgeOverLoc(8, 2));
  PostDominators mayStop(*p, PostDominators::Progress::MayStop);
  EXPECT_EQ(mayStop.immediate(2), 4u);
  EXPECT_EQ(mayStop.immediate(4), none); // may go round forever
  EXPECT_EQ(mayStop.immediate(6), none); // may wait forever
  EXPECT_EQ(mayStop.immediate(7), 1u);
}

TEST(Blocking, BranchesDoNot) {
  auto p = model(shapes);
  for (LocId l = 0; l < p->locations.size(); ++l) EXPECT_EQ(mayBlock(*p, l), l == 6) << l;
}

TEST(Blocking, OfSeveralGuardsOneHoldsAlways) {
  auto p = model(R"(
object m global 4
object n global 4
thread main {
  reg %r:32 %s:32 %o:32
  entry L0 exit L1
  L0: e0 -> L2: assume (eq %r 1:32)
      e1 -> L2: assume (eq %r 2:32)
      e2 -> L2: assume (and (not (eq %r 1:32)) (not (eq %r 2:32)))
  L2: e3 -> L3: atomic %r := load.4.seq_cst &m; assume (eq %r %o); store.4.seq_cst &m 1:32
      e4 -> L3: atomic %s := load.4.seq_cst &m; assume (not (eq %s %o)); %o := %s
  L3: e5 -> L1: skip
}
)");
  for (LocId l = 0; l < p->locations.size(); ++l) EXPECT_FALSE(mayBlock(*p, l)) << l;
}

TEST(Blocking, GuardsThatLeaveAGapDo) {
  auto p = model(R"(
object m global 4
object n global 4
thread main {
  reg %r:32 %s:32
  entry L0 exit L1
  L0: e0 -> L2: assume (slt %r 3:32)
      e1 -> L2: assume (not (slt %r 5:32))
  L2: e2 -> L3: atomic %r := load.4.seq_cst &m; assume (eq %r 0:32)
      e3 -> L3: atomic %s := load.4.seq_cst &n; assume (not (eq %s 0:32))
  L3: e4 -> L4: %r := load.4 &m; assume (eq %r 0:32)
      e5 -> L4: assume (not (eq %r 0:32))
  L4: e6 -> L5: atomic %r := load.4.seq_cst &m; assume (eq %r 0:32)
      e7 -> L5: atomic store.4.seq_cst &m 0:32; %s := load.4.seq_cst &m; assume (not (eq %s 0:32))
  L5: e8 -> L1: skip
}
)");
  for (LocId l : {0, 2, 3, 4}) EXPECT_TRUE(mayBlock(*p, l)) << l;
}

TEST(Dominators, EndlessLoopsHaveAnEnd) {
  auto p = model(R"(
thread main {
  reg %c:1
  entry L0 exit L1
  L0: e0 -> L2: skip
  L2: e1 -> L3: skip
  L3: e2 -> L2: skip
}
)");
  PostDominators post(*p, PostDominators::Progress::Certain);
  EXPECT_FALSE(post.locOverLoc(1, 0)); // the exit is never reached
  EXPECT_TRUE(post.locOverLoc(2, 0));
  EXPECT_FALSE(Dominators(*p).reachable(1));
}

TEST(Loops, CyclesAndNaturalLoops) {
  auto p = model(shapes);
  Loops loops(*p);
  for (LocId l = 0; l < p->locations.size(); ++l) EXPECT_EQ(loops.inCycle(l), l == 4 || l == 5) << l;
  for (EdgeId e = 0; e < p->edges.size(); ++e) {
    EXPECT_EQ(loops.edgeInCycle(e), e == 5 || e == 7) << e;
    EXPECT_EQ(loops.isRetreating(e), e == 7) << e;
  }
  std::vector<Loop> natural = naturalLoops(*p);
  ASSERT_EQ(natural.size(), 1u);
  EXPECT_EQ(natural[0].head, 4u);
  EXPECT_EQ(natural[0].backEdges, std::vector<EdgeId>{7});
  EXPECT_EQ(natural[0].body, (std::vector<LocId>{4, 5}));
}

TEST(Loops, ObjectsWithOneInstance) {
  auto p = model(R"(
object once heap 4
object looped heap 4
object twice heap 4
object inWorker heap 4
object g global 4
thread main {
  reg %p:64 %h:32
  entry L0 exit L1
  L0: -> L2: %p := alloc &once 4:64
  L2: -> L2: %p := alloc &looped 4:64
      -> L3: %p := alloc &twice 4:64
  L3: -> L4: %p := alloc &twice 4:64
  L4: -> L5: %h := fork worker
  L5: -> L1: %h := fork worker
}
thread worker {
  reg %p:64
  entry L6 exit L7
  L6: -> L7: %p := alloc &inWorker 4:64
}
)");
  EXPECT_EQ(singleInstanceObjects(*p, PointsTo(*p)), (std::vector<bool>{true, false, false, false, true}));
}

TEST(Repeatable, Threads) {
  auto p = model(R"(
thread main {
  reg %h:32
  entry L0 exit L1
  L0: -> L2: %h := fork once
  L2: -> L2: %h := fork looped
      -> L3: %h := fork twice
  L3: -> L1: %h := fork twice
}
thread once {
  repeatable
  reg %h:32
  entry L4 exit L5
  L4: -> L5: %h := fork fromOnce
}
thread looped {
  reg %h:32
  entry L6 exit L7
  L6: -> L7: %h := fork fromLooped
}
thread twice {
  entry L8 exit L9
  L8: -> L9: skip
}
thread fromOnce {
  reg %h:32
  entry L10 exit L11
  L10: -> L11: skip
}
thread fromLooped {
  reg %h:32
  entry L12 exit L13
  L12: -> L13: %h := fork last
}
thread last {
  entry L14 exit L15
  L14: -> L15: skip
}
)");
  std::string repeatable;
  for (const Thread& t : p->threads)
    if (t.repeatable) repeatable += t.name + " ";
  EXPECT_EQ(repeatable, "looped twice fromLooped last ");
}

} // namespace
} // namespace heddle::ccfg::analysis
