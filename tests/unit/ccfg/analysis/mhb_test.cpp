// Must-happen-before, and the handles it rests on.
#include "analysis_models.h"

#include "ccfg/analysis/order/handles.h"
#include "ccfg/analysis/order/mhb.h"

#include <gtest/gtest.h>

namespace heddle::ccfg::analysis {
namespace {

struct Ordered {
  explicit Ordered(const std::string& text) : p(model(text)), facts(*p), mhb(facts.mhb()) {}

  std::unique_ptr<Program> p;
  Facts facts;
  const Mhb& mhb;
};

const char* const forkJoin = R"(
object x global 4
object t global 8 uninit
thread main {
  reg %h:32 %j:64 %r:32 %c:1
  entry L0 exit L1
  L0: e0 -> L2: store.4 &x 1:32
  L2: e1 -> L3: %h := fork worker
  L3: e2 -> L4: store.8 &t (zext 64 %h)
  L4: e3 -> L5: %r := load.4 &x
  L5: e4 -> L6: %j := load.8 &t
  L6: e5 -> L7: join %j
  L7: e6 -> L8: %r := load.4 &x
  L8: e7 -> L1: skip
}
thread worker {
  reg %c:1 %h:32
  entry L9 exit L10
  L9: e8 -> L11: store.4 &x 2:32
  L11: e9 -> L12: assume %c
       e10 -> L12: assume (not %c)
  L12: e11 -> L10: %h := fork grandchild
}
thread grandchild {
  reg %r:32
  entry L13 exit L14
  L13: e12 -> L14: %r := load.4 &x
}
)";

TEST(Mhb, ProgramOrderForkAndJoin) {
  Ordered o(forkJoin);
  EXPECT_TRUE(o.mhb.mhb(0, 3)); // program order
  EXPECT_FALSE(o.mhb.mhb(3, 0));
  EXPECT_TRUE(o.mhb.mhb(0, 8));  // before the fork
  EXPECT_TRUE(o.mhb.mhb(1, 8));  // the fork
  EXPECT_FALSE(o.mhb.mhb(3, 8)); // after it
  EXPECT_TRUE(o.mhb.mhb(8, 5));  // joined
  EXPECT_TRUE(o.mhb.mhb(8, 6));
  EXPECT_FALSE(o.mhb.mhb(8, 4)); // not joined yet
  EXPECT_FALSE(o.mhb.mhb(9, 6)); // one of two branches
  EXPECT_TRUE(o.mhb.mhb(0, 12)); // across two forks
  EXPECT_TRUE(o.mhb.mhb(8, 12));
  EXPECT_FALSE(o.mhb.mhb(12, 6)); // nobody waits for the grandchild
  EXPECT_TRUE(o.mhb.mhb(11, 6));
  EXPECT_FALSE(o.mhb.mhb(6, 6));
}

TEST(Mhb, Parallel) {
  Ordered o(forkJoin);
  EXPECT_FALSE(o.mhb.mayRunInParallel(0, 8));
  EXPECT_FALSE(o.mhb.mayRunInParallel(0, 12));
  EXPECT_TRUE(o.mhb.mayRunInParallel(3, 8));
  EXPECT_TRUE(o.mhb.mayRunInParallel(5, 8)); // standing before the join
  EXPECT_FALSE(o.mhb.mayRunInParallel(6, 8));
  EXPECT_TRUE(o.mhb.mayRunInParallel(6, 12));
  EXPECT_FALSE(o.mhb.mayRunInParallel(8, 12));
  EXPECT_FALSE(o.mhb.mayRunInParallel(3, 6)); // one instance
}

TEST(Mhb, Order) {
  Ordered o(forkJoin);
  EXPECT_TRUE(o.mhb.orderedBefore(0, 8));
  EXPECT_TRUE(o.mhb.orderedBefore(8, 6));
  EXPECT_TRUE(o.mhb.orderedBefore(9, 6)); // if it happens, it happens before
  EXPECT_TRUE(o.mhb.orderedBefore(9, 5));
  EXPECT_FALSE(o.mhb.orderedBefore(9, 4));
  EXPECT_FALSE(o.mhb.orderedBefore(6, 12));
  EXPECT_TRUE(o.mhb.orderedBefore(0, 3));
  EXPECT_FALSE(o.mhb.orderedBefore(3, 3));
}

TEST(Mhb, TwoForksOfOneThreadShareOnlyWhatIsCommon) {
  Ordered o(R"(
object x global 4
thread main {
  reg %h:32 %g:32 %c:1
  entry L0 exit L1
  L0: e0 -> L2: store.4 &x 1:32
  L2: e1 -> L3: %h := fork worker
  L3: e2 -> L4: store.4 &x 2:32
  L4: e3 -> L5: %g := fork worker
  L5: e4 -> L6: join %h
  L6: e5 -> L1: store.4 &x 3:32
}
thread worker {
  reg %r:32
  entry L7 exit L8
  L7: e6 -> L8: %r := load.4 &x
}
)");
  EXPECT_TRUE(o.mhb.mhb(0, 6));
  EXPECT_TRUE(o.mhb.mhb(1, 6));
  EXPECT_FALSE(o.mhb.mhb(2, 6)); // the first instance does not wait for it
  EXPECT_TRUE(o.mhb.mayRunInParallel(2, 6));
  EXPECT_FALSE(o.mhb.mayRunInParallel(0, 6));
  EXPECT_TRUE(o.mhb.mayRunInParallel(6, 6));
  EXPECT_TRUE(o.mhb.mhb(6, 5));            // one instance has done it
  EXPECT_FALSE(o.mhb.orderedBefore(6, 5)); // the other may still
  EXPECT_TRUE(o.mhb.mayRunInParallel(6, 5));
}

TEST(Mhb, ForkInABranch) {
  Ordered o(R"(
object x global 4
thread main {
  reg %h:32 %c:1
  entry L0 exit L1
  L0: e0 -> L2: assume %c
      e1 -> L3: assume (not %c)
  L2: e2 -> L4: %h := fork worker
  L3: e3 -> L4: store.4 &x 1:32
  L4: e4 -> L5: join %h
  L5: e5 -> L1: store.4 &x 2:32
}
thread worker {
  reg %r:32
  entry L6 exit L7
  L6: e6 -> L7: %r := load.4 &x
}
)");
  EXPECT_TRUE(o.mhb.mhb(6, 5)); // a join of no thread does not go on
  EXPECT_TRUE(o.mhb.mhb(2, 5));
  EXPECT_FALSE(o.mhb.mayRunInParallel(3, 6)); // not after the fork
  EXPECT_FALSE(o.mhb.mayRunInParallel(5, 6));
}

TEST(Mhb, LoopsHaveNoSingleOccurrence) {
  Ordered o(R"(
object x global 4
thread main {
  reg %h:32 %i:32
  entry L0 exit L1
  L0: e0 -> L2: assume (ult %i 3:32); store.4 &x %i
      e1 -> L1: assume (not (ult %i 3:32))
  L2: e2 -> L3: %h := fork worker
  L3: e3 -> L0: %i := (add %i 1:32)
}
thread worker {
  reg %r:32
  entry L4 exit L5
  L4: e4 -> L5: %r := load.4 &x
}
)");
  EXPECT_TRUE(o.mhb.mhb(0, 4)); // it has happened once
  EXPECT_TRUE(o.mhb.mayRunInParallel(0, 4));
  EXPECT_FALSE(o.mhb.orderedBefore(0, 4));
  EXPECT_FALSE(o.mhb.orderedBefore(0, 3));
}

// Which edges fork what the join of edge `join` waits for.
std::string joined(const std::string& text, EdgeId join) {
  auto p = model(text);
  const Facts facts(*p);
  const Handles& handles = facts.handles();
  if (!handles.joined(join)) return "?";
  std::string result;
  for (EdgeId e : *handles.joined(join)) result += "e" + std::to_string(e) + " ";
  return result;
}

std::string withMain(const std::string& body, const std::string& objects = "") {
  return objects + "thread main {\n  reg %h:32 %g:32 %j:64 %k:64 %c:1 %i:64 %p:64\n  entry L0 exit L1\n" +
         body + "}\nthread worker {\n  entry L20 exit L21\n  L20: -> L21: skip\n}\n";
}

TEST(Handles, ThroughRegisters) {
  EXPECT_EQ(joined(withMain(R"(
  L0: -> L2: %h := fork worker
  L2: -> L3: %g := fork worker
  L3: -> L1: join %g
)"),
                   2),
            "e1 ");
  EXPECT_EQ(joined(withMain(R"(
  L0: -> L2: %h := fork worker
  L2: -> L3: %g := fork worker
  L3: -> L1: join (ite %c %g %h)
)"),
                   2),
            "e0 e1 ");
  EXPECT_EQ(joined(withMain(R"(
  L0: -> L2: %h := fork worker
  L2: -> L3: %h := (add %h 1:32)
  L3: -> L1: join %h
)"),
                   2),
            "?");
}

TEST(Handles, ThroughArguments) {
  EXPECT_EQ(joined(R"(
thread main {
  reg %h:32 %g:32
  entry L0 exit L1
  L0: -> L2: %h := fork worker
  L2: -> L1: %g := fork waiter (zext 64 %h)
}
thread worker {
  entry L3 exit L4
  L3: -> L4: skip
}
thread waiter {
  reg %other:64
  params %other
  entry L5 exit L6
  L5: -> L6: join %other
}
)",
                   3),
            "e0 ");
}

TEST(Handles, ThroughMemory) {
  // The initial zero of a global is no thread.
  EXPECT_EQ(joined(withMain(R"(
  L0: -> L2: %h := fork worker
  L2: -> L3: store.8 &t (zext 64 %h)
  L3: -> L4: %j := load.8 &t
  L4: -> L1: join %j
)",
                            "object t global 8\n"),
                   3),
            "e0 ");
  // Uninitialised, and the store may be passed by.
  EXPECT_EQ(joined(withMain(R"(
  L0: -> L2: %h := fork worker
  L2: -> L3: assume %c; store.8 &t (zext 64 %h)
      -> L3: assume (not %c)
  L3: -> L4: %j := load.8 &t
  L4: -> L1: join %j
)",
                            "object t global 8 uninit\n"),
                   4),
            "?");
  // Half of it is overwritten.
  EXPECT_EQ(joined(withMain(R"(
  L0: -> L2: %h := fork worker
  L2: -> L3: store.8 &t (zext 64 %h)
  L3: -> L4: store.2 (add &t 6:64) 1:16
  L4: -> L5: %j := load.8 &t
  L5: -> L1: join %j
)",
                            "object t global 8\n"),
                   4),
            "?");
  // An initial value that is a thread's number by luck.
  EXPECT_EQ(joined(withMain(R"(
  L0: -> L2: %h := fork worker
  L2: -> L3: store.8 &t (zext 64 %h)
  L3: -> L4: %j := load.8 &t
  L4: -> L1: join %j
)",
                            "object t global 8\n  init 0 8 2:64\n"),
                   3),
            "?");
}

TEST(Handles, ArraysAndFreshObjects) {
  EXPECT_EQ(joined(withMain(R"(
  L0: -> L2: %h := fork worker
  L2: -> L3: store.8 (add &t (shl %i 3:64)) (zext 64 %h)
  L3: -> L4: %j := load.8 (add &t 8:64)
  L4: -> L1: join %j
)",
                            "object t global 24\n"),
                   3),
            "e0 ");
  // An object of its own each time round: the store may be to the one before.
  EXPECT_EQ(joined(withMain(R"(
  L0: -> L2: %h := fork worker
  L2: -> L3: %p := alloc &cell 8:64
  L3: -> L4: store.8 %k (zext 64 %h)
  L4: -> L5: %j := load.8 %p
  L5: -> L6: join %j
  L6: -> L2: %k := %p
      -> L1: skip
)",
                            "object cell heap 8\n"),
                   4),
            "?");
  EXPECT_EQ(joined(withMain(R"(
  L0: -> L2: %h := fork worker
  L2: -> L3: %p := alloc &cell 8:64
  L3: -> L4: store.8 %p (zext 64 %h)
  L4: -> L5: %j := load.8 %p
  L5: -> L1: join %j
)",
                            "object cell heap 8\n"),
                   4),
            "e0 ");
}

} // namespace
} // namespace heddle::ccfg::analysis
