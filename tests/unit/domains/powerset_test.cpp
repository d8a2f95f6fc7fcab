// The laws of Powerset (powerset.h) against concrete sets: pairs of small numbers, of which the first is
// tracked.
#include "domains/number.h"
#include "domains/powerset.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace heddle::domains {
namespace {

constexpr unsigned width = 4;

struct Pair { // an abstract state of two variables
  Number x, y;
  bool contains(uint64_t a, uint64_t b) const { return x.contains(a) && y.contains(b); }
};
Pair join(const Pair& a, const Pair& b) { return {join(a.x, b.x), join(a.y, b.y)}; }
Pair widen(const Pair& a, const Pair& b) { return {widen(a.x, b.x, {}), widen(a.y, b.y, {})}; }
bool leq(const Pair& a, const Pair& b) { return leq(a.x, b.x) && leq(a.y, b.y); }

using Set = Powerset<Pair>;
constexpr size_t limit = 4;

Set::Key keyOf(const Pair& p) {
  if (!p.x.isConstant()) return std::nullopt;
  return std::vector<uint64_t>{p.x.value()};
}

bool contains(const Set& s, uint64_t a, uint64_t b) {
  for (const auto& [key, state] : s.parts())
    if (state.contains(a, b)) return true;
  return false;
}

bool covers(const Set& all, const Set& part) {
  for (uint64_t a = 0; a < 1u << width; ++a)
    for (uint64_t b = 0; b < 1u << width; ++b)
      if (contains(part, a, b) && !contains(all, a, b)) return false;
  return true;
}

Pair randomPair(std::mt19937& dice) {
  const uint64_t x = dice() % 5, y = dice() % 12;
  return {dice() % 6 == 0 ? Number::ofUnsigned(x, x + 2, width) : Number::constant(x, width),
          Number::ofUnsigned(y, y + dice() % 4, width)};
}

Set randomSet(std::mt19937& dice) {
  Set s(limit);
  for (unsigned i = dice() % 6; i > 0; --i) {
    const Pair p = randomPair(dice);
    s.add(keyOf(p), p);
  }
  return s;
}

TEST(Powerset, OperationsCoverBothSides) {
  std::mt19937 dice(31);
  for (int i = 0; i < 500; ++i) {
    const Set a = randomSet(dice), b = randomSet(dice);
    const Set both = join(a, b);
    const Set wide = widen(a, b, [](const Pair& x, const Pair& y) { return widen(x, y); });
    for (const Set* side : {&a, &b}) {
      EXPECT_TRUE(covers(both, *side) && covers(wide, *side));
      EXPECT_TRUE(leq(*side, both) && leq(*side, wide));
    }
    EXPECT_LE(both.parts().size(), limit);
    if (leq(a, b)) {
      EXPECT_TRUE(covers(b, a));
    }
  }
}

TEST(Powerset, KeepsTrackedValuesApart) {
  Set s(limit);
  for (uint64_t x : {0u, 1u}) {
    const Pair p{Number::constant(x, width), Number::constant(5 * x, width)};
    EXPECT_TRUE(s.add(keyOf(p), p));
    EXPECT_FALSE(s.add(keyOf(p), p));
  }
  EXPECT_TRUE(contains(s, 1, 5));
  EXPECT_FALSE(contains(s, 1, 0));
  EXPECT_TRUE(s.all()->contains(1, 0));
}

TEST(Powerset, BecomesOneBeyondItsLimit) {
  Set s(2);
  for (uint64_t x = 0; x < 3; ++x) {
    const Pair p{Number::constant(x, width), Number::constant(x, width)};
    s.add(keyOf(p), p);
  }
  EXPECT_TRUE(s.isMerged());
  EXPECT_EQ(s.parts().size(), 1u);
  const Pair more{Number::constant(7, width), Number::constant(7, width)};
  EXPECT_TRUE(s.add(keyOf(more), more));
  EXPECT_EQ(s.parts().size(), 1u);
  EXPECT_TRUE(contains(s, 7, 7) && contains(s, 0, 0));
}

TEST(Powerset, ChainsOfWideningsEnd) {
  std::mt19937 dice(37);
  for (int chain = 0; chain < 50; ++chain) {
    Set s = randomSet(dice);
    int changes = 0;
    for (int i = 0; i < 300; ++i) {
      const Set next = widen(s, randomSet(dice), [](const Pair& x, const Pair& y) { return widen(x, y); });
      changes += !leq(next, s);
      s = next;
    }
    EXPECT_LT(changes, 60);
  }
}

} // namespace
} // namespace heddle::domains
