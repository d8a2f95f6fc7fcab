#include "analysis_models.h"

#include "ccfg/analysis/memory/accesses.h"

#include <gtest/gtest.h>

namespace heddle::ccfg::analysis {
namespace {

struct Analysed {
  explicit Analysed(const std::string& text)
      : p(model(text)), facts(*p), escape(facts.escape()), accesses(facts.accesses()) {}
  bool shared(const std::string& name) const { return escape.isShared(object(*p, name)); }
  bool isPrivate(const std::string& name) const { return escape.isPrivate(object(*p, name)); }

  std::unique_ptr<Program> p;
  Facts facts;
  const Escape& escape;
  const Accesses& accesses;
};

const char* const mixed = R"(
object both global 4
object mainOnly global 4
object workerOnly global 4
object published global 8
object leaked heap 8
object kept heap 8
object inner heap 4
object passed local 8
thread main {
  reg %h:32 %p:64 %r:32
  entry L0 exit L1
  L0: e0 -> L2: %p := alloc &passed 8:64
  L2: e1 -> L3: %h := fork worker %p
  L3: e2 -> L4: %h := fork worker %p
  L4: e3 -> L5: store.4 &both 1:32
  L5: e4 -> L6: store.4 &mainOnly 1:32
  L6: e5 -> L1: %r := (add %r 1:32)
}
thread worker {
  reg %arg:64 %l:64 %k:64 %i:64 %r:32
  params %arg
  entry L7 exit L8
  L7: e6 -> L9: %l := alloc &leaked 8:64
  L9: e7 -> L10: store.8 &published %l
  L10: e8 -> L11: %k := alloc &kept 8:64
  L11: e9 -> L12: %i := alloc &inner 4:64
  L12: e10 -> L13: store.8 %k %i
  L13: e11 -> L14: store.4 %i 1:32
  L14: e12 -> L15: store.4 %arg 2:32
  L15: e13 -> L16: %r := load.4 &both
  L16: e14 -> L17: store.4 &workerOnly %r
  L17: e15 -> L8: store.4 %l %r
}
)";

TEST(Escape, SharedAndPrivateObjects) {
  Analysed a(mixed);
  EXPECT_TRUE(a.shared("both"));
  EXPECT_FALSE(a.shared("mainOnly"));
  EXPECT_TRUE(a.shared("workerOnly")); // two workers
  EXPECT_TRUE(a.shared("published"));
  EXPECT_TRUE(a.shared("leaked"));
  EXPECT_FALSE(a.shared("kept"));
  EXPECT_TRUE(a.isPrivate("kept"));
  EXPECT_FALSE(a.shared("inner"));
  EXPECT_TRUE(a.shared("passed"));
  EXPECT_FALSE(a.isPrivate("passed"));
}

TEST(Escape, LocalEdges) {
  Analysed a(mixed);
  std::vector<EdgeId> local;
  for (EdgeId e = 0; e < a.p->edges.size(); ++e)
    if (a.escape.isLocal(e)) local.push_back(e);
  EXPECT_EQ(local, (std::vector<EdgeId>{0, 4, 5, 6, 8, 9, 10, 11}));
}

TEST(Escape, PointersLeakThroughLeakedObjects) {
  Analysed a(R"(
object root global 8
object outer heap 8
object inner heap 8
thread main {
  reg %h:32
  entry L0 exit L1
  L0: -> L2: %h := fork worker
  L2: -> L1: %h := fork worker
}
thread worker {
  reg %o:64 %i:64
  entry L3 exit L4
  L3: -> L5: %o := alloc &outer 8:64
  L5: -> L6: %i := alloc &inner 8:64
  L6: -> L7: store.8 %o %i
  L7: -> L8: store.8 &root %o
  L8: -> L4: store.8 %i 1:64
}
)");
  EXPECT_TRUE(a.shared("outer"));
  EXPECT_TRUE(a.shared("inner"));
}

TEST(Escape, ResultsAndAtomicSectionsAndNullLeaveTheThread) {
  Analysed a(R"(
object result heap 8
thread main {
  reg %h:32 %r:64
  entry L0 exit L1
  L0: e0 -> L2: %h := fork worker
  L2: e1 -> L3: %r := join %h
  L3: e2 -> L4: store.8 %r 1:64
  L4: e3 -> L5: atomic-begin
  L5: atomic
      e4 -> L6: atomic-end
  L6: e5 -> L1: store.4 0:64 1:32
}
thread worker {
  reg %ret:64
  result %ret
  entry L7 exit L8
  L7: e6 -> L9: %ret := alloc &result 8:64
  L9: e7 -> L8: store.8 %ret 0:64
}
)");
  EXPECT_TRUE(a.shared("result"));
  EXPECT_FALSE(a.escape.isLocal(3));
  EXPECT_TRUE(a.escape.isLocal(4));
  EXPECT_FALSE(a.escape.isLocal(5));
}

TEST(Escape, FreeingForAnotherIsNotLocal) {
  Analysed a(R"(
object box heap 8
object own heap 8
thread main {
  reg %h:32 %p:64 %q:64
  entry L0 exit L1
  L0: e0 -> L2: %p := alloc &box 8:64
  L2: e1 -> L3: %h := fork worker %p
  L3: e2 -> L1: %q := alloc &own 8:64
}
thread worker {
  reg %p:64 %q:64
  params %p
  entry L4 exit L5
  L4: e3 -> L6: free %p
  L6: e4 -> L7: %q := alloc &own 8:64
  L7: e5 -> L5: free %q
}
)");
  EXPECT_FALSE(a.shared("box")); // only the worker touches it
  EXPECT_TRUE(a.escape.isFreedByOthers(0));
  EXPECT_FALSE(a.escape.isFreedByOthers(1));
  EXPECT_FALSE(a.escape.isLocal(2)); // its address depends on when the worker frees
  EXPECT_FALSE(a.escape.isLocal(3));
  EXPECT_TRUE(a.escape.isLocal(4));
  EXPECT_TRUE(a.escape.isLocal(5));
  EXPECT_TRUE(a.accesses.conflictsLater(4, EdgeId{2}));
  EXPECT_FALSE(a.accesses.conflictsLater(6, EdgeId{2}));
}

TEST(Escape, SitesThatGoTogetherAreSharedTogether) {
  std::string objects, edges;
  for (int i = 0; i < 202; ++i) {
    std::string n = std::to_string(i);
    objects += "object h#" + n + " heap 8 @ a.c:" + std::to_string(1 + i / 2) + ":1\n";
    edges += "  A" + n + ": -> A" + std::to_string(i + 1) + ": %p := alloc &h#" + n + " 8:64\n";
  }
  Analysed a(objects + "object box global 8\nthread main {\n  reg %p:64 %q:64 %h:32\n  entry A0 exit Z\n" +
             edges +
             "  A202: -> B: %q := alloc &h#0 8:64\n  B: -> C: %h := fork worker %q\n  C: -> Z: store.4 %q "
             "1:32\n}\n" +
             "thread worker {\n  reg %q:64\n  params %q\n  entry A exit Z\n  A: -> Z: store.4 %q 2:32\n}\n");
  EXPECT_TRUE(a.shared("h#0"));
  EXPECT_TRUE(a.shared("h#1")); // of the same place as h0
  EXPECT_FALSE(a.shared("h#2"));
  LocId entry = a.p->threads[1].entry;
  EXPECT_TRUE(a.accesses.conflictsLater(entry, object(*a.p, "h#1"), 0, 4, false));
  EXPECT_FALSE(a.accesses.conflictsLater(entry, object(*a.p, "h#2"), 0, 4, false));
}

TEST(Accesses, OfEdges) {
  Analysed a(R"(
object s global 16
thread main {
  reg %p:64 %c:1 %r:32
  entry L0 exit L1
  L0: e0 -> L2: %p := (ite %c &s (add &s 8:64))
  L2: e1 -> L3: %r := load.4.acquire %p
  L3: e2 -> L4: atomic %r := load.4 &s; store.4 &s (add %r 1:32)
  L4: e3 -> L1: skip
}
)");
  ASSERT_EQ(a.accesses.of(1).size(), 2u);
  EXPECT_EQ(describe(*a.p, a.accesses.of(1)[0]), "read s (4 bytes, acquire)");
  EXPECT_EQ(describe(*a.p, a.accesses.of(1)[1]), "read s+8 (4 bytes, acquire)");
  ASSERT_EQ(a.accesses.of(2).size(), 2u);
  EXPECT_FALSE(a.accesses.of(2)[0].write);
  EXPECT_TRUE(a.accesses.of(2)[1].write);
  EXPECT_TRUE(a.accesses.of(3).empty());
}

TEST(Accesses, WhatIsStillToCome) {
  Analysed a(R"(
object s global 16
object t global 4
thread main {
  reg %h:32 %r:32
  entry L0 exit L1
  L0: -> L2: store.4 &s 1:32
  L2: -> L3: %h := fork worker
  L3: -> L4: %r := load.4 (add &s 8:64)
  L4: -> L1: store.4 &t 1:32
}
thread worker {
  reg %r:32
  entry L5 exit L6
  L5: -> L7: store.4 (add &s 4:64) 1:32
  L7: -> L8: %r := load.4 &s
  L8: -> L8: %r := load.4 &t
      -> L6: store.4 (add &s 8:64) %r
}
)");
  ObjectId s = object(*a.p, "s"), t = object(*a.p, "t");
  auto later = [&](LocId l, ObjectId o, int64_t offset, bool write) {
    return a.accesses.conflictsLater(l, o, offset, 4, write);
  };
  EXPECT_TRUE(later(0, s, 0, false));  // main's store
  EXPECT_TRUE(later(2, s, 0, true));   // the worker it forks reads it
  EXPECT_FALSE(later(2, s, 0, false)); // and nobody writes it any more
  EXPECT_TRUE(later(2, s, 4, false));
  EXPECT_FALSE(later(3, s, 4, true));
  EXPECT_TRUE(later(3, s, 6, true)); // overlaps s+8
  EXPECT_TRUE(later(4, t, 0, false));
  EXPECT_FALSE(later(1, t, 0, true));
  EXPECT_TRUE(later(8, t, 0, true)); // in the loop
  EXPECT_FALSE(later(8, t, 0, false));
  EXPECT_FALSE(later(8, s, 0, true));
  EXPECT_TRUE(a.accesses.conflictsLater(2, a.accesses.forkOrder(), 0, 1, true));
  EXPECT_FALSE(a.accesses.conflictsLater(3, a.accesses.forkOrder(), 0, 1, true));
}

} // namespace
} // namespace heddle::ccfg::analysis
