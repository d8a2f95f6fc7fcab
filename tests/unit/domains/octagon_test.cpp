// The laws of Octagon (octagon.h) against concrete sets: small sets of integer vectors in a box.
#include "domains/octagon.h"

#include <gtest/gtest.h>

#include <random>

namespace heddle::domains {
namespace {

constexpr int64_t reach = 4; // vectors of three numbers between -reach and reach
using Vector = std::array<int64_t, 3>;

std::vector<Vector> allVectors() {
  std::vector<Vector> all;
  for (int64_t x = -reach; x <= reach; ++x)
    for (int64_t y = -reach; y <= reach; ++y)
      for (int64_t z = -reach; z <= reach; ++z) all.push_back({x, y, z});
  return all;
}

int64_t valueOf(const Linear& e, const Vector& v) {
  int64_t sum = e.constant;
  for (const auto& [dimension, coefficient] : e.terms) sum += coefficient * v[dimension];
  return sum;
}

// Is the vector in the set? Asked by constraints on all its numbers.
bool contains(Octagon o, const Vector& v) {
  for (unsigned d = 0; d < 3; ++d) {
    o.assumeAtMost({{{d, 1}}, -v[d]});
    o.assumeAtMost({{{d, -1}}, v[d]});
  }
  return !o.isBottom();
}

Linear randomOctagonal(std::mt19937& dice) {
  Linear e;
  e.constant = static_cast<int64_t>(dice() % 7) - 3;
  const unsigned first = dice() % 3, second = dice() % 3;
  e.terms.emplace_back(first, dice() % 2 == 0 ? 1 : -1);
  if (second != first) e.terms.emplace_back(second, dice() % 2 == 0 ? 1 : -1);
  return e;
}

Linear randomLinear(std::mt19937& dice) {
  Linear e;
  e.constant = static_cast<int64_t>(dice() % 7) - 3;
  for (unsigned d = 0; d < 3; ++d)
    if (const int64_t c = static_cast<int64_t>(dice() % 5) - 2; c != 0) e.terms.emplace_back(d, c);
  return e;
}

Octagon randomOctagon(std::mt19937& dice) {
  Octagon o(3);
  for (unsigned i = dice() % 5; i > 0; --i) o.assumeAtMost(randomOctagonal(dice));
  return o;
}

class OctagonLaws : public testing::Test {
protected:
  void SetUp() override {
    if (!hasOctagons()) GTEST_SKIP();
  }

  std::mt19937 dice_{17};
  std::vector<Vector> vectors_ = allVectors();
};

TEST_F(OctagonLaws, JoinMeetWidenAndOrderAgreeWithSets) {
  for (int i = 0; i < 25; ++i) {
    const Octagon a = randomOctagon(dice_), b = randomOctagon(dice_);
    const Octagon both = join(a, b), common = meet(a, b), wide = widen(a, b);
    EXPECT_TRUE(leq(a, both) && leq(b, both) && leq(both, wide));
    EXPECT_TRUE(leq(common, a) && leq(common, b));
    for (const Vector& v : vectors_) {
      const bool inA = contains(a, v), inB = contains(b, v);
      if (inA || inB) {
        EXPECT_TRUE(contains(both, v) && contains(wide, v));
      }
      EXPECT_EQ(contains(common, v), inA && inB);
      if (inA && leq(a, b)) {
        EXPECT_TRUE(inB);
      }
    }
  }
}

TEST_F(OctagonLaws, AssignmentsCoverWhatTheyLeadTo) {
  for (int i = 0; i < 25; ++i) {
    const Octagon before = randomOctagon(dice_);
    const Linear e = i % 2 == 0 ? randomOctagonal(dice_) : randomLinear(dice_);
    const unsigned target = dice_() % 3;
    Octagon assigned = before, forgotten = before;
    assigned.assign(target, e);
    forgotten.forget(target);
    for (const Vector& v : vectors_) {
      if (!contains(before, v)) continue;
      Vector after = v;
      after[target] = valueOf(e, v);
      EXPECT_TRUE(contains(assigned, after));
      for (int64_t any = -reach; any <= reach; ++any) {
        after[target] = any;
        EXPECT_TRUE(contains(forgotten, after));
      }
    }
  }
}

TEST_F(OctagonLaws, AssumptionsKeepWhatSatisfiesThemAndAddNothing) {
  for (int i = 0; i < 30; ++i) {
    const Octagon before = randomOctagon(dice_);
    const bool octagonal = i % 2 == 0;
    const Linear e = octagonal ? randomOctagonal(dice_) : randomLinear(dice_);
    Octagon after = before;
    after.assumeAtMost(e);
    EXPECT_TRUE(leq(after, before));
    for (const Vector& v : vectors_) {
      if (contains(before, v) && valueOf(e, v) <= 0) {
        EXPECT_TRUE(contains(after, v));
      }
      if (octagonal && valueOf(e, v) > 0) {
        EXPECT_FALSE(contains(after, v));
      }
    }
  }
}

TEST_F(OctagonLaws, GreatestIsAnUpperBound) {
  for (int i = 0; i < 30; ++i) {
    const Octagon o = randomOctagon(dice_);
    const Linear e = randomOctagonal(dice_);
    const auto greatest = o.greatest(e);
    if (!greatest) continue;
    for (const Vector& v : vectors_)
      if (contains(o, v)) {
        EXPECT_LE(valueOf(e, v), *greatest);
      }
  }
}

TEST_F(OctagonLaws, DimensionsComeAndGo) {
  for (int i = 0; i < 25; ++i) {
    const Octagon o = randomOctagon(dice_);
    const unsigned at = dice_() % 4;
    Octagon more = o;
    more.insertDimension(at);
    EXPECT_EQ(more.dimensions(), 4u);
    more.removeDimension(at);
    EXPECT_TRUE(more == o);
  }
}

TEST_F(OctagonLaws, ChainsOfWideningsEnd) {
  for (int chain = 0; chain < 40; ++chain) {
    Octagon o = randomOctagon(dice_);
    int changes = 0;
    for (int i = 0; i < 200; ++i) {
      Octagon next = randomOctagon(dice_);
      for (unsigned d = 0; d < 3; ++d) next.assumeAtMost({{{d, 1}}, -static_cast<int64_t>(dice_() % 1000)});
      next = widen(o, next);
      changes += !(next == o);
      o = next;
    }
    EXPECT_LT(changes, 30);
  }
}

TEST_F(OctagonLaws, NumbersThatDoNotFitAreDropped) {
  Octagon o(2);
  o.assumeAtMost({{{0, 1}}, INT64_MIN});      // x <= 2^63
  o.assumeAtMost({{{0, -1}, {1, 1}}, -1});    // y <= x + 1
  o.assign(1, {{{0, 1}}, INT64_MAX});         // y := x + 2^63 - 1
  o.assumeAtMost({{{0, -1}}, INT64_MAX / 4}); // x >= 2^61
  EXPECT_FALSE(o.isBottom());
  EXPECT_FALSE(o.greatest({{{0, 1}}, 0}).has_value());
}

} // namespace
} // namespace heddle::domains
