// Evaluation and restriction of random terms against concrete values, and by example for pointers and thread
// numbers.
#include "model.h"

#include "logic/eval.h"

#include <random>

#include <gtest/gtest.h>

namespace heddle::abstract {
namespace {

using Base = Value::Base;
using logic::Op;
using logic::Term;

constexpr unsigned width = 4;

// Registers x and y of few bits, so that all their values can be tried.
const char* const twoRegisters = R"(
object g global 8
thread main {
  reg %x:4 %y:4 %p:64 %q:64 %t:32
  entry L0 exit L1
  L0:
    -> L1: skip
  L1:
}
)";

class Random {
public:
  Random(Model& m, uint32_t seed)
      : tm_(*m.program->terms), dice_(seed), x_(tm_.var(m.reg("x"))), y_(tm_.var(m.reg("y"))) {}

  Term number(unsigned depth) {
    if (depth == 0) return pick(3) == 0 ? tm_.constant(dice_(), width) : pick(2) == 0 ? x_ : y_;
    const Term a = number(depth - 1), b = number(depth - 1);
    const Op ops[] = {Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor, Op::URem, Op::SRem, Op::Shl};
    switch (pick(5)) {
    case 0:
      return tm_.ite(condition(depth - 1), a, b);
    case 1:
      return tm_.trunc(pick(2) == 0 ? tm_.zext(a, 6) : tm_.sext(a, 6), width);
    case 2:
      return pick(2) == 0 ? tm_.neg(a) : tm_.notOf(a);
    default:
      return tm_.make(ops[pick(std::size(ops))], width, a, b);
    }
  }

  Term condition(unsigned depth) {
    const Op ops[] = {Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle};
    const auto wide = [&] { return pick(2) == 0 ? tm_.zext(number(0), 6) : tm_.sext(number(0), 6); };
    if (depth == 0 && pick(2) == 0) return tm_.make(ops[pick(std::size(ops))], 1, wide(), wide());
    if (depth == 0 || pick(2) == 0)
      return tm_.make(ops[pick(std::size(ops))], 1, number(depth), number(depth));
    const Term a = condition(depth - 1), b = condition(depth - 1);
    return pick(3) == 0 ? tm_.notOf(a) : pick(2) == 0 ? tm_.andOf(a, b) : tm_.orOf(a, b);
  }

  Value value() {
    const uint64_t a = pick(16), b = pick(16);
    const Number n = Number::ofUnsigned(std::min(a, b), std::max(a, b), width);
    return Value::of(pick(3) == 0 ? domains::join(n, Number::constant(pick(16), width)) : n);
  }

private:
  uint64_t pick(uint64_t n) { return dice_() % n; }

  logic::TermManager& tm_;
  std::mt19937 dice_;
  Term x_, y_;
};

uint64_t valueOf(const Model& m, Term t, uint64_t x, uint64_t y) {
  return logic::evaluate(t, [&](Term leaf) { return leaf.value() == m.reg("x") ? x : y; });
}

// All values of x and y that the environment allows.
template <typename F>
void forEach(const Model& m, const Environment& env, F f) {
  for (uint64_t x = 0; x < 16; ++x)
    for (uint64_t y = 0; y < 16; ++y)
      if (at(env.registers, m.reg("x")).number.contains(x) &&
          at(env.registers, m.reg("y")).number.contains(y))
        f(x, y);
}

Environment environment(const Model& m, Random& random) {
  Environment env; // an entry for every value, so that `at` knows the width
  for (const char* r : {"x", "y"}) {
    Value v = random.value();
    while (v.isTop()) v = random.value();
    env.registers.set(m.reg(r), v);
  }
  return env;
}

TEST(Evaluate, CoversEveryValue) {
  Model m(twoRegisters);
  Transfer transfer = m.transfer(0);
  size_t told = 0;
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    Random random(m, seed);
    const Environment env = environment(m, random);
    const Term t = random.number(3);
    const Value v = transfer.evaluator().evaluate(t, env);
    told += !v.isTop();
    forEach(m, env, [&](uint64_t x, uint64_t y) {
      ASSERT_TRUE(v.number.contains(valueOf(m, t, x, y)))
          << seed << ": " << logic::toString(*m.program->terms, t) << " at " << x << ", " << y;
    });
  }
  EXPECT_GT(told, 500u);
}

// What is taken away by a condition, taken alone or with relations, never satisfies it.
TEST(Assume, KeepsEveryValueThatSatisfiesTheCondition) {
  size_t narrowed = 0, impossible = 0;
  for (bool related : {false, true}) {
    Model m(twoRegisters);
    if (related) m.relateAll();
    Transfer transfer = m.transfer(0);
    for (uint32_t seed = 0; seed < 2000; ++seed) {
      Random random(m, seed);
      const Environment before = environment(m, random);
      const Term first = random.condition(2), second = random.condition(1);
      const bool holds = seed % 2 == 0;
      Environment env = before;
      const bool possible =
          transfer.evaluator().assume(first, holds, env) && transfer.evaluator().assume(second, true, env);
      narrowed += possible && !(env.registers == before.registers);
      impossible += !possible;
      forEach(m, before, [&](uint64_t x, uint64_t y) {
        if (valueOf(m, first, x, y) != holds || valueOf(m, second, x, y) == 0) return;
        const auto kept = [&](const char* r, uint64_t v) {
          const Value* now = env.registers.find(m.reg(r));
          return now == nullptr || now->number.contains(v);
        };
        ASSERT_TRUE(possible && kept("x", x) && kept("y", y))
            << seed << ": " << logic::toString(*m.program->terms, first) << (holds ? " and " : " fails and ")
            << logic::toString(*m.program->terms, second) << " at " << x << ", " << y;
      });
    }
  }
  EXPECT_GT(narrowed, 500u);
  EXPECT_GT(impossible, 200u);
}

class Examples : public testing::Test {
protected:
  Term var(const char* r) { return tm.var(m.reg(r)); }
  Term k(uint64_t v, unsigned bits = width) { return tm.constant(v, bits); }
  Value eval(Term t) { return transfer.evaluator().evaluate(t, env); }
  bool assume(Term t, bool holds = true) { return transfer.evaluator().assume(t, holds, env); }
  Value now(const char* r) { return at(env.registers, m.reg(r)); }

  Model m{twoRegisters};
  logic::TermManager& tm = *m.program->terms;
  Transfer transfer = m.transfer(0);
  Environment env;
};

TEST_F(Examples, ConditionsGiveBounds) {
  EXPECT_TRUE(assume(tm.ult(var("x"), k(5))));
  EXPECT_EQ(now("x"), range(0, 4, width));
  EXPECT_TRUE(assume(tm.eq(tm.add(var("x"), k(3)), var("y"))));
  EXPECT_EQ(now("y"), range(3, 7, width));
  EXPECT_TRUE(assume(tm.ult(var("y"), k(6)), false));
  EXPECT_EQ(now("y"), range(6, 7, width));
  EXPECT_FALSE(assume(tm.eq(var("x"), k(9))));
}

TEST_F(Examples, ARemainderTellsAClass) {
  EXPECT_TRUE(assume(tm.eq(tm.make(Op::URem, width, var("x"), k(5)), k(1))));
  EXPECT_EQ(now("x").number.stride(), 5u);
  EXPECT_EQ(now("x").number.residue(), 1u);
}

TEST_F(Examples, CopiesLearnFromEachOther) {
  env.copies.set(m.reg("y"), constant(m.reg("x")));
  EXPECT_TRUE(assume(tm.ult(var("y"), k(3))));
  EXPECT_EQ(now("x"), range(0, 2, width));
}

TEST_F(Examples, PointersHaveAnObjectAndAnOffset) {
  const Term g = tm.address(0, 64);
  const Value moved = eval(tm.add(g, k(4, 64)));
  EXPECT_EQ(moved.base, Base::Object);
  EXPECT_EQ(moved.number, Number::constant(4, 64));
  EXPECT_EQ(eval(tm.sub(tm.add(g, k(4, 64)), g)), constant(4, 64));
  EXPECT_EQ(eval(tm.eq(g, k(0, 64))), constant(0, 1)); // never null
  env.registers.set(m.reg("p"), join(eval(g), constant(0, 64)));
  EXPECT_TRUE(now("p").nullable);
  EXPECT_TRUE(eval(tm.eq(var("p"), k(0, 64))).isTop());
  EXPECT_TRUE(assume(tm.eq(var("p"), k(0, 64)), false));
  EXPECT_EQ(now("p"), eval(g));
}

TEST_F(Examples, ThreadNumbersAreCompared) {
  const auto equals = [&](const Value& a, const Value& b) {
    env.registers.set(m.reg("t"), a);
    const Term self = tm.var(m.program->threads[0].self);
    Transfer seen = m.transfer(0, b);
    return seen.evaluator().evaluate(tm.eq(var("t"), self), env);
  };
  const Value self = Value::thread(Base::Self, 0), main = Value::thread(Base::Instance, 0);
  EXPECT_EQ(equals(self, self), constant(1, 1));
  EXPECT_EQ(equals(Value::thread(Base::Other, 0), self), constant(0, 1));
  EXPECT_EQ(equals(main, main), constant(1, 1)); // an environment of several threads
  EXPECT_EQ(equals(constant(0), main), constant(0, 1));
  EXPECT_TRUE(equals(range(0, 5), main).isTop());
}

} // namespace
} // namespace heddle::abstract
