#include "analysis_models.h"
#include "ccfg/analysis/memory/pointerterms.h"

#include <gtest/gtest.h>

namespace heddle::ccfg::analysis {
namespace {

// Targets of registers of main, in the words of the printer.
class Targets {
public:
  explicit Targets(const std::string& text) : p(model(text)), pointsTo(*p) {}
  std::string of(const std::string& name, const std::string& threadName = "main") const {
    return describe(*p, pointsTo.ofRegister(reg(*p, threadName, name)));
  }
  std::string in(const std::string& name) const { return describe(*p, pointsTo.contents(object(*p, name))); }

  std::unique_ptr<Program> p;
  PointsTo pointsTo;
};

TEST(PointsTo, TermsMoveAndMerge) {
  Targets t(R"(
object a global 64
object b global 64
thread main {
  reg %c:1 %i:32 %p:64 %q:64 %r:64 %s:64 %t:64 %u:64 %v:64 %w:8 %x:64 %y:1
  entry L0 exit L1
  L0: -> L2: %p := (add &a 8:64)
  L2: -> L3: %q := (ite %c %p (add &b 4:64))
  L3: -> L4: %r := (add &a (mul (sext 64 %i) 12:64))
  L4: -> L5: %s := (add %r 4:64)
  L5: -> L6: %t := (add &b (zext 64 %i))
  L6: -> L7: %u := (or &b 1:64)
  L7: -> L8: %v := (zext 64 %i)
  L8: -> L9: %w := (extract 8 8 %q)
  L9: -> L10: %x := (sub %p 16:64)
  L10: -> L1: %y := (ult %p %q)
}
)");
  EXPECT_EQ(t.of("p"), "a+8");
  EXPECT_EQ(t.of("q"), "a+8, b+4");
  EXPECT_EQ(t.of("r"), "a+0+12*");
  EXPECT_EQ(t.of("s"), "a+4+12*");
  EXPECT_EQ(t.of("t"), "b+*");
  EXPECT_EQ(t.of("u"), "b+*");
  EXPECT_EQ(t.of("v"), "");
  EXPECT_EQ(t.of("w"), "a+*, b+*");
  EXPECT_EQ(t.of("x"), "a-8");
  EXPECT_EQ(t.of("y"), "");
}

TEST(PointsTo, CellsKeepFieldsApart) {
  Targets t(R"(
object s global 32
object x global 4
object y global 4
object z global 4
thread main {
  reg %p:64 %q:64 %r:64 %h:32 %w:32
  entry L0 exit L1
  L0: -> L2: store.8 &s &x
  L2: -> L3: store.8 (add &s 8:64) (add &y 4:64)
  L3: -> L4: store.8 (add &s 16:64) &z
  L4: -> L5: %p := load.8 &s
  L5: -> L6: %q := load.8 (add &s 8:64)
  L6: -> L7: %r := load.8 (add &s 4:64)
  L7: -> L8: %h := load.4 (add &s 20:64)
  L8: -> L1: %w := load.4 (add &s 24:64)
}
)");
  EXPECT_EQ(t.of("p"), "x");
  EXPECT_EQ(t.of("q"), "y+4");
  EXPECT_EQ(t.of("r"), "x+*, y+*"); // half of each
  EXPECT_EQ(t.of("h"), "z+*");
  EXPECT_EQ(t.of("w"), "");
  EXPECT_EQ(t.in("s"), "x, y+4, z");
}

TEST(PointsTo, ArraysOfStructsKeepFieldsApart) {
  Targets t(R"(
object a global 160
object x global 4
object y global 4
thread main {
  reg %i:32 %j:32 %e:64 %p:64 %q:64 %r:64 %u:64
  entry L0 exit L1
  L0: -> L2: %e := (add &a (shl (sext 64 %i) 4:64))
  L2: -> L3: store.8 %e &x
  L3: -> L4: store.8 (add %e 8:64) &y
  L4: -> L5: %p := load.8 (add &a (mul (sext 64 %j) 16:64))
  L5: -> L6: %q := load.8 (add &a 24:64)
  L6: -> L7: %r := load.8 (add &a (add 4:64 (mul (sext 64 %j) 16:64)))
  L7: -> L1: %u := load.8 (add &a (zext 64 %j))
}
)");
  EXPECT_EQ(t.of("p"), "x");
  EXPECT_EQ(t.of("q"), "y");
  EXPECT_EQ(t.of("r"), "x+*, y+*");
  EXPECT_EQ(t.of("u"), "x+*, y+*");
}

TEST(PointsTo, PointersTravelByBytes) { // memcpy
  Targets t(R"(
object from global 8
  init 0 8 (add &x 4:64)
object to global 8
object x global 8
thread main {
  reg %i:64 %b:8 %p:64
  entry L0 exit L1
  L0: -> L2: %b := load.1 (add &from %i)
  L2: -> L3: store.1 (add &to %i) %b
  L3: -> L0: assume (ult %i 8:64); %i := (add %i 1:64)
      -> L1: assume (not (ult %i 8:64)); %p := load.8 &to
}
)");
  EXPECT_EQ(t.of("p"), "x+*");
  EXPECT_EQ(t.in("from"), "x+4");
}

TEST(PointsTo, PointersMayBeOverwrittenInPart) {
  auto text = [](const std::string& store) {
    return R"(
object cell global 16
object x global 64
thread main {
  reg %p:64
  entry L0 exit L1
  L0: -> L2: store.8 &cell (add &x 32:64)
  L2: -> L3: %p := load.8 &cell
  L3: -> L1: )" +
           store + "\n}\n";
  };
  EXPECT_EQ(Targets(text("store.1 &cell 0:8")).of("p"), "x+*");
  EXPECT_EQ(Targets(text("store.4 (add &cell 4:64) 0:32")).of("p"), "x+*");
  EXPECT_EQ(Targets(text("store.8 &cell 0:64")).of("p"), "x+32");
  EXPECT_EQ(Targets(text("store.4 (add &cell 8:64) 0:32")).of("p"), "x+32");
}

TEST(PointsTo, LinkedListThroughHeapSites) {
  Targets t(R"(
object head global 8
object node heap 16
thread main {
  reg %n:64 %h:64 %it:64 %d:32
  entry L0 exit L1
  L0: -> L2: %n := alloc &node 16:64
  L2: -> L3: %h := load.8 &head
  L3: -> L4: store.8 (add %n 8:64) %h
  L4: -> L0: store.8 &head %n
      -> L5: %it := load.8 &head
  L5: -> L6: %d := load.4 %it
  L6: -> L5: %it := load.8 (add %it 8:64)
      -> L1: skip
}
)");
  EXPECT_EQ(t.of("it"), "node");
  EXPECT_EQ(t.of("d"), "");
  EXPECT_EQ(t.in("node"), "node");
}

TEST(PointsTo, WalkingPointersEndInAClass) {
  Targets t(R"(
object a global 4000
thread main {
  reg %p:64 %q:64
  entry L0 exit L1
  L0: -> L2: %p := (add &a 4:64)
  L2: -> L2: %p := (add %p 12:64)
      -> L1: %q := %p
}
)");
  EXPECT_EQ(t.of("q"), "a+4+12*");
}

TEST(PointsTo, ForkAndJoinHandPointersOver) {
  Targets t(R"(
object x global 8
object y global 8
thread main {
  reg %h:32 %r:64
  entry L0 exit L1
  L0: -> L2: %h := fork worker (add &x 4:64)
  L2: -> L1: %r := join %h
}
thread worker {
  reg %arg:64 %ret:64
  params %arg
  result %ret
  entry L3 exit L4
  L3: -> L4: %ret := (ite (eq %arg 0:64) &y %arg)
}
)");
  EXPECT_EQ(t.of("arg", "worker"), "x+4");
  EXPECT_EQ(t.of("r"), "x+4, y");
}

TEST(PointsTo,
     StoresFoundLateStillFlow) { // the address and the value of a store become known in either order
  Targets t(R"(
object box global 8
object box2 global 8
object x global 4
thread main {
  reg %a:64 %v:64 %r:64 %b:64
  entry L0 exit L1
  L0: -> L2: %r := load.8 %a
  L2: -> L3: store.8 %a %v
  L3: -> L4: %v := %b
  L4: -> L5: %b := &x
  L5: -> L6: %a := &box
  L6: -> L1: %a := &box2
}
)");
  EXPECT_EQ(t.of("r"), "x");
  EXPECT_EQ(t.in("box2"), "x");
}

TEST(PointsTo, AliasesByBytes) {
  Targets t(R"(
object a global 32
object b global 32
thread main {
  reg %c:1 %p:64 %i:64
  entry L0 exit L1
  L0: -> L1: %p := (ite %c &a (add &b 8:64))
}
)");
  Program& p = *t.p;
  Term ptr = p.regTerm(reg(p, "main", "p"));
  Term a = p.addressOf(object(p, "a")), b = p.addressOf(object(p, "b"));
  auto plus = [&](Term t, uint64_t k) { return p.terms->add(t, p.terms->constant(k, 64)); };
  EXPECT_TRUE(t.pointsTo.mayAlias(ptr, 4, a, 4));
  EXPECT_FALSE(t.pointsTo.mayAlias(ptr, 4, plus(a, 4), 4));
  EXPECT_TRUE(t.pointsTo.mayAlias(ptr, 8, plus(a, 4), 4));
  EXPECT_FALSE(t.pointsTo.mayAlias(ptr, 4, b, 8));
  EXPECT_TRUE(t.pointsTo.mayAlias(ptr, 4, b, 9));
  EXPECT_TRUE(t.pointsTo.mayAlias(p.terms->add(a, p.regTerm(reg(p, "main", "i"))), 1, plus(a, 31), 1));
  EXPECT_FALSE(t.pointsTo.mayAlias(a, 4, b, 4));
}

TEST(PointsTo, ManyFieldsStaySound) { // more cells than an object may have
  std::string text =
      "object big global 8000\nobject last global 4\nthread main {\n  reg %p:64\n  entry L0 exit L1\n";
  for (int i = 0; i < 1000; ++i)
    text += "  L" + std::to_string(i == 0 ? 0 : i + 1) + ": -> L" + std::to_string(i + 2) +
            ": store.8 (add &big " + std::to_string(8 * i) + ":64) &last\n";
  text += "  L1001: -> L1: %p := load.8 (add &big 7992:64)\n}\n";
  Targets t(text);
  EXPECT_TRUE(t.pointsTo.ofRegister(reg(*t.p, "main", "p")).containsObject(object(*t.p, "last")));
}

TEST(PointsTo, ManySitesGoTogether) {
  std::string objects = "object box global 8\nobject k#0 heap 8 @ a.c:1:1\n", edges;
  for (int i = 0; i < 300; ++i) {
    std::string n = std::to_string(i);
    objects += "object h#" + n + " heap 8 @ a.c:" + std::to_string(1 + i / 2) + ":1\n";
    edges += "  A" + n + ": -> B" + n + ": %p := alloc &h#" + n + " 8:64\n  B" + n + ": -> A" +
             std::to_string(i + 1) + ": store.8 &box %p\n";
  }
  Targets t(objects + "thread main {\n  reg %p:64 %q:64\n  entry A0 exit Z\n" + edges +
            "  A300: -> Z: %q := load.8 &box\n}\n");
  const TargetSet& q = t.pointsTo.ofRegister(reg(*t.p, "main", "q"));
  for (ObjectId o = 2; o < t.p->objects.size(); ++o) EXPECT_TRUE(q.containsObject(t.pointsTo.abstractOf(o)));
  EXPECT_EQ(q.size(), 100u); // a hundred places, of which k has one, and one for the rest
  EXPECT_EQ(t.pointsTo.abstractOf(object(*t.p, "h#0")), t.pointsTo.abstractOf(object(*t.p, "h#1")));
  EXPECT_NE(t.pointsTo.abstractOf(object(*t.p, "h#0")), t.pointsTo.abstractOf(object(*t.p, "h#2")));
  EXPECT_NE(t.pointsTo.abstractOf(object(*t.p, "h#0")), t.pointsTo.abstractOf(object(*t.p, "k#0")));
}

TEST(PointerTerms, DistancesOfScaledIndices) {
  logic::TermManager tm;
  logic::Term i = tm.var(tm.newSymbol("i", 32)), w = tm.var(tm.newSymbol("w", 64));
  auto c = [&](uint64_t k) { return tm.constant(k, 64); };
  auto distance = [&](logic::Term t) { return distanceOf(t, 64).toString(); };
  EXPECT_EQ(distance(c(7)), "7");
  EXPECT_EQ(distance(c(static_cast<uint64_t>(-7))), "-7");
  EXPECT_EQ(distance(tm.mul(tm.sext(i, 64), c(12))), "0+12*");
  EXPECT_EQ(distance(tm.mul(w, c(12))), "0+4*"); // may wrap
  EXPECT_EQ(distance(tm.add(c(8), tm.mul(tm.zext(i, 64), c(40)))), "8+40*");
  EXPECT_EQ(distance(tm.add(tm.mul(tm.zext(i, 64), c(40)), tm.mul(tm.zext(i, 64), c(16)))), "0+8*");
  EXPECT_EQ(distance(tm.sext(tm.mul(i, tm.constant(12, 32)), 64)), "0+4*");
  EXPECT_EQ(distance(w), "*");
}

} // namespace
} // namespace heddle::ccfg::analysis
