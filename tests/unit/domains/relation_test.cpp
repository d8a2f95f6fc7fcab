// The laws of Equalities and Relation (equalities.h, relation.h) against concrete sets: three variables of
// few bits, every valuation of them.
#include "domains/relation.h"
#include "logic/eval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace heddle::domains {
namespace {

constexpr unsigned width = 3;
constexpr uint64_t values = 1u << width;
using Valuation = std::array<uint64_t, 3>;

std::vector<Valuation> allValuations() {
  std::vector<Valuation> all;
  for (uint64_t x = 0; x < values; ++x)
    for (uint64_t y = 0; y < values; ++y)
      for (uint64_t z = 0; z < values; ++z) all.push_back({x, y, z});
  return all;
}

bool contains(Relation r, const Valuation& v) {
  for (Variable i = 0; i < 3; ++i)
    if (!r.bound(i, Number::constant(v[i], width))) return false;
  return true;
}

// A random assignment or assumption, on relations and on valuations.
struct Step {
  enum class Kind { Assign, Forget, AtMost, Equal, Different } kind;
  Variable target;
  Variable from;
  uint64_t offset;
  bool exact; // the sum does not wrap around in any state: then it is also linear

  bool wraps(const Valuation& v) const {
    const int64_t sum = logic::signedOf(v[from], width) + logic::signedOf(offset, width);
    return sum != logic::signedOf(logic::truncateTo(v[from] + offset, width), width);
  }
  uint64_t valueIn(const Valuation& v) const { return logic::truncateTo(v[from] + offset, width); }
  // Whether the valuation gets through, and what becomes of it; the target's value is free for Forget.
  std::optional<Valuation> apply(Valuation v, uint64_t any) const {
    const int64_t a = logic::signedOf(v[target], width), b = logic::signedOf(v[from], width);
    if (kind == Kind::Assign) v[target] = valueIn(v);
    if (kind == Kind::Forget) v[target] = any;
    if (kind == Kind::AtMost && a > b + logic::signedOf(offset, width)) return std::nullopt;
    if (kind == Kind::Equal && v[target] != valueIn(v)) return std::nullopt;
    if (kind == Kind::Different && v[target] == valueIn(v)) return std::nullopt;
    return v;
  }
  Form form() const {
    Form f;
    f.modulo = Offset{from, offset};
    if (exact) f.exact = Linear{{{from, 1}}, logic::signedOf(offset, width)};
    return f;
  }
  Form targetForm() const { return {Linear{{{target, 1}}, 0}, Offset{target, 0}}; }
  bool apply(Relation& r) const {
    switch (kind) {
    case Kind::Assign:
      return r.assign(target, form(), Number::top(width));
    case Kind::Forget:
      r.forget(target);
      return true;
    case Kind::AtMost: {
      Linear e = targetForm().exact.value();
      e.add(Linear{{{from, 1}}, logic::signedOf(offset, width)}, -1);
      return r.assumeAtMost(e);
    }
    case Kind::Equal:
      return r.assumeEqual(targetForm(), form(), width);
    case Kind::Different:
      return r.assumeDifferent(targetForm(), form(), width);
    }
    return true;
  }
};

class RelationLaws : public testing::Test {
protected:
  struct Pair {
    Relation relation;
    std::vector<Valuation> set; // of what it must cover
  };

  Step randomStep(const std::vector<Valuation>& set) {
    const auto one = [&] { return static_cast<Variable>(dice_() % 3); };
    Step s{static_cast<Step::Kind>(dice_() % 5), one(), one(), dice_() % values, false};
    s.exact = std::ranges::none_of(set, [&](const Valuation& v) { return s.wraps(v); });
    return s;
  }

  Pair randomPair(unsigned steps) {
    Pair p{{}, all_};
    for (Variable v = 0; v < 3; ++v) { // small bounds, so that some sums do not wrap around
      const Number n = Number::ofSigned(-static_cast<int64_t>(dice_() % 4), dice_() % 4, width);
      if (dice_() % 2 == 0 && p.relation.bound(v, n))
        std::erase_if(p.set, [&](const Valuation& x) { return !n.contains(x[v]); });
    }
    for (unsigned i = 0; i < steps; ++i) advance(p);
    return p;
  }

  void advance(Pair& p) {
    const Step s = randomStep(p.set);
    Relation next = p.relation;
    const bool possible = s.apply(next);
    std::vector<Valuation> after;
    for (const Valuation& v : p.set)
      for (uint64_t any = 0; any < (s.kind == Step::Kind::Forget ? values : 1); ++any)
        if (const auto w = s.apply(v, any)) after.push_back(*w);
    std::ranges::sort(after);
    after.erase(std::unique(after.begin(), after.end()), after.end());
    EXPECT_TRUE(possible || after.empty());
    if (!possible || after.empty()) return;
    p = {next, after};
    expectCovered(p.relation, p.set);
  }

  static void expectCovered(const Relation& r, const std::vector<Valuation>& set) {
    for (const Valuation& v : set) {
      ASSERT_TRUE(contains(r, v)) << v[0] << " " << v[1] << " " << v[2];
      for (Variable i = 0; i < 3; ++i) ASSERT_TRUE(r.numberOf(i, width).contains(v[i]));
    }
  }

  std::mt19937 dice_{23};
  std::vector<Valuation> all_ = allValuations();
};

TEST_F(RelationLaws, StepsCoverWhatTheyLeadTo) {
  for (int i = 0; i < 120; ++i) randomPair(6);
}

TEST_F(RelationLaws, JoinAndWidenCoverBoth) {
  for (int i = 0; i < 40; ++i) {
    const Pair a = randomPair(4), b = randomPair(4);
    const Relation both = join(a.relation, b.relation), wide = widen(a.relation, b.relation);
    for (const Pair* p : {&a, &b}) {
      expectCovered(both, p->set);
      expectCovered(wide, p->set);
      EXPECT_TRUE(leq(p->relation, both));
      EXPECT_TRUE(leq(p->relation, wide));
    }
  }
}

TEST_F(RelationLaws, OrderIsInclusion) {
  for (int i = 0; i < 60; ++i) {
    const Pair a = randomPair(3), b = randomPair(1);
    if (!leq(a.relation, b.relation)) continue;
    for (const Valuation& v : all_)
      if (contains(a.relation, v)) {
        EXPECT_TRUE(contains(b.relation, v));
      }
  }
}

TEST_F(RelationLaws, MeetCoversWhatIsInBoth) {
  for (int i = 0; i < 40; ++i) {
    const Pair a = randomPair(3), b = randomPair(3);
    Relation common = a.relation;
    std::vector<Valuation> inBoth;
    std::ranges::set_intersection(a.set, b.set, std::back_inserter(inBoth));
    const bool possible = meetWith(common, b.relation);
    EXPECT_TRUE(possible || inBoth.empty());
    if (possible) expectCovered(common, inBoth);
  }
}

TEST_F(RelationLaws, ConstraintsHold) {
  for (int i = 0; i < 40; ++i) {
    const Pair p = randomPair(5);
    for (const Constraint& c : p.relation.constraints())
      for (const Valuation& v : p.set) {
        int64_t sum = 0;
        for (const auto& [variable, coefficient] : c.sum.terms)
          sum += coefficient * logic::signedOf(v[variable], width);
        EXPECT_LE(sum, c.bound);
      }
  }
}

TEST(Equalities, JoinFindsWhatConstantsHaveInCommon) {
  Equalities a, b;
  for (Variable v : {1u, 2u}) {
    a.assign(v, 32, Equalities::zero, 0);
    b.assign(v, 32, Equalities::zero, 7);
  }
  const Equalities both = join(a, b);
  EXPECT_EQ(both.difference(1, 2), 0u);
  EXPECT_FALSE(both.difference(1, Equalities::zero).has_value());
}

TEST(Equalities, CountersThatWrapAroundStayEqual) {
  Equalities e;
  EXPECT_TRUE(e.equate(1, 2, 0, 8));
  for (int i = 0; i < 300; ++i) {
    e.assign(1, 8, 1, 1);
    e.assign(2, 8, 2, 1);
  }
  EXPECT_EQ(e.difference(1, 2), 0u);
  EXPECT_FALSE(e.equate(2, 1, 5, 8));
}

} // namespace
} // namespace heddle::domains
