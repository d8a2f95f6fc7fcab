// Which facts are inductive: those that each step keeps, of one's own thread and of others, and no more.
#include "check/inductive.h"

#include "ccfg/text.h"

#include <gtest/gtest.h>

namespace heddle::check {
namespace {

std::unique_ptr<ccfg::Program> model(const std::string& text) {
  return ccfg::parseText("program LP64\n" + text, "model");
}

engine::Bound bound(const ccfg::Program& p, const std::string& variable, int64_t lo, int64_t hi) {
  engine::Bound b;
  b.range.width = 32;
  b.range.unsignedMax = UINT32_MAX;
  b.range.signedMin = lo;
  b.range.signedMax = hi;
  for (ccfg::ObjectId o = 0; o < p.objects.size(); ++o)
    if (p.objects[o].name == variable) b.place = {.object = o, .offset = 0, .bytes = 4};
  for (ccfg::RegId r = 0; r < p.registerCount(); ++r)
    if (p.reg(r).name == variable) b.place = {.reg = r};
  return b;
}

Inductive ask(const ccfg::Program& p, const std::vector<engine::Invariant>& invariants) {
  ccfg::PropertySet asked;
  asked.add(ccfg::Property::Assert);
  return checkInductive({p, {asked}}, invariants, Budget());
}

// i = 0; while (i < 10) i++; assert(i == 10)
const char* const loop = R"(
thread main {
  reg %i:32
  entry L0 exit L1
  L0:
    e0 -> L2: %i := 0:32
  L2:
    e1 -> L2: assume (slt %i 10:32); %i := (add %i 1:32)
    e2 -> L3: assume (not (slt %i 10:32))
  L3:
    e3 -> L1: assert (eq %i 10:32) "ten"
  L1:
}
)";

TEST(Inductive, KeepsWhatEveryStepKeeps) {
  const auto p = model(loop);
  const Inductive r =
      ask(*p, {{2, true, {bound(*p, "i", 0, 10)}, {}}, {3, true, {bound(*p, "i", 10, 10)}, {}}});
  EXPECT_TRUE(r.finished);
  EXPECT_EQ(r.facts, 2u);
  EXPECT_EQ(r.inductive, 2u);
  EXPECT_EQ(r.assertions, 1u);
  EXPECT_EQ(r.implied, 1u);
}

TEST(Inductive, DropsWhatIsWrongAndWhatRestsOnIt) {
  const auto p = model(loop);
  const Inductive r = ask(
      *p, {{2, true, {bound(*p, "i", 0, 9)}, {}}, {3, true, {bound(*p, "i", 9, 9)}, {}}, {1, false, {}, {}}});
  EXPECT_EQ(r.facts, 3u);
  EXPECT_EQ(r.inductive, 0u);
  EXPECT_EQ(r.implied, 0u);
}

// Main waits for x in its own way, another thread sets it to `value`.
std::string twoThreads(const std::string& value) {
  return R"(
object x global 4
thread main {
  reg %a:32 %t:32
  entry L0 exit L1
  L0:
    e0 -> L2: %a := fork other
  L2:
    e1 -> L3: %t := load.4 &x
  L3:
    e2 -> L1: assert (sle %t 5:32) "at most five"
  L1:
}
thread other {
  entry L4 exit L5
  L4:
    e3 -> L5: store.4 &x )" +
         value + R"(
  L5:
}
)";
}

TEST(Inductive, OthersMayDisturb) {
  const auto right = model(twoThreads("5:32"));
  const auto facts = [](const ccfg::Program& p) {
    return std::vector<engine::Invariant>{{0, true, {bound(p, "x", 0, 5)}, {}},
                                          {2, true, {bound(p, "x", 0, 5)}, {}},
                                          {3, true, {bound(p, "t", 0, 5)}, {}}};
  };
  const Inductive kept = ask(*right, facts(*right));
  EXPECT_EQ(kept.inductive, 3u);
  EXPECT_EQ(kept.implied, 1u);
  const auto wrong = model(twoThreads("6:32"));
  const Inductive dropped = ask(*wrong, facts(*wrong));
  EXPECT_EQ(dropped.inductive, 1u); // before the other thread is started
  EXPECT_EQ(dropped.implied, 0u);
}

TEST(Inductive, RelationsAreFactsToo) {
  const auto p = model(R"(
thread main {
  reg %i:32 %j:32
  entry L0 exit L1
  L0:
    e0 -> L2: skip
  L2:
    e1 -> L2: %i := (add %i 1:32); %j := (add %j 1:32)
    e2 -> L1: assert (eq %i %j) "equal"
  L1:
}
)");
  engine::Relation equal;
  equal.kind = engine::Relation::Kind::Equal;
  equal.first = bound(*p, "i", 0, 0).place;
  equal.second = bound(*p, "j", 0, 0).place;
  equal.firstWidth = equal.secondWidth = 32;
  engine::Relation less = equal; // i <= j - 1
  less.kind = engine::Relation::Kind::AtMost;
  less.bound = -1;
  const Inductive r = ask(*p, {{0, true, {}, {equal}}, {2, true, {}, {equal, less}}});
  EXPECT_EQ(r.facts, 3u);
  EXPECT_EQ(r.inductive, 2u);
  EXPECT_EQ(r.implied, 1u);
}

} // namespace
} // namespace heddle::check
