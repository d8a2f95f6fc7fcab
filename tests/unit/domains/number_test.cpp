// The laws of Number and of the closures on it, against concrete sets: all sets of a small width, random ones
// of larger widths.
#include "domains/closure.h"
#include "domains/number.h"
#include "logic/eval.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace heddle::domains {
namespace {

using logic::maskOf;
using logic::Op;
using logic::signedOf;

// Every Number of the width that bounds and small strides make, each once.
std::vector<Number> allNumbers(unsigned width) {
  const uint64_t mask = maskOf(width);
  std::vector<Number> all;
  std::set<std::string> seen;
  for (uint64_t lo = 0; lo <= mask; ++lo)
    for (uint64_t hi = lo; hi <= mask; ++hi)
      for (uint64_t slo = 0; slo <= mask; slo += 3)
        for (uint64_t shi = 0; shi <= mask; shi += 2)
          for (uint64_t stride : {1, 2, 3}) {
            if (signedOf(slo, width) > signedOf(shi, width)) continue;
            const Number n = meet(meet(Number::ofUnsigned(lo, hi, width),
                                       Number::ofSigned(signedOf(slo, width), signedOf(shi, width), width)),
                                  Number::ofClass(stride, lo % stride, width));
            const std::string key = std::to_string(n.unsignedMin()) + "," + std::to_string(n.unsignedMax()) +
                                    "," + std::to_string(n.signedMin()) + "," +
                                    std::to_string(n.signedMax()) + "," + std::to_string(n.stride()) + "," +
                                    std::to_string(n.residue());
            if (!n.isBottom() && seen.insert(key).second) all.push_back(n);
          }
  return all;
}

Number randomNumber(std::mt19937_64& dice, unsigned width) {
  const uint64_t mask = maskOf(width);
  const auto any = [&] {
    return dice() % 4 == 0 ? dice() % 5 : dice() % 3 == 0 ? mask - dice() % 5 : dice() & mask;
  };
  Number n = Number::top(width);
  if (dice() % 2 == 0) {
    const uint64_t a = any() & mask, b = any() & mask;
    n = Number::ofUnsigned(std::min(a, b), std::max(a, b), width);
  } else {
    const int64_t a = signedOf(any() & mask, width), b = signedOf(any() & mask, width);
    n = Number::ofSigned(std::min(a, b), std::max(a, b), width);
  }
  if (dice() % 2 == 0) {
    const Number c = meet(n, Number::ofClass(1 + dice() % 12, dice(), width));
    if (!c.isBottom()) n = c;
  }
  return n;
}

// A few values of the set, its bounds among them.
std::vector<uint64_t> samples(const Number& n, std::mt19937_64& dice) {
  if (n.width() <= 8) return n.values();
  std::vector<uint64_t> all;
  const uint64_t mask = maskOf(n.width());
  for (uint64_t v : {n.unsignedMin(), n.unsignedMax(), static_cast<uint64_t>(n.signedMin()) & mask,
                     static_cast<uint64_t>(n.signedMax()) & mask, uint64_t{0}, uint64_t{1}, mask, mask >> 1,
                     (mask >> 1) + 1})
    if (n.contains(v)) all.push_back(v);
  for (int i = 0; i < 30; ++i) {
    const uint64_t span = n.unsignedMax() - n.unsignedMin();
    const uint64_t v = n.unsignedMin() + (span == 0 ? 0 : dice() % span) / n.stride() * n.stride();
    if (n.contains(v)) all.push_back(v);
  }
  return all;
}

const std::vector<Op> binary = {Op::And,  Op::Or,   Op::Xor,  Op::Add, Op::Sub,  Op::Mul, Op::UDiv,
                                Op::SDiv, Op::URem, Op::SRem, Op::Shl, Op::LShr, Op::AShr};
const std::vector<Op> tests = {Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::SAddO, Op::SSubO, Op::SMulO};

void expectSound(Op op, unsigned width, uint64_t value, const Number& a, const Number& b,
                 const std::vector<uint64_t>& as, const std::vector<uint64_t>& bs, unsigned arity) {
  const Number operands[] = {a, b};
  const Number result = apply(op, width, value, operands, arity);
  const unsigned operandWidth = op == Op::Concat ? b.width() : a.width();
  for (uint64_t x : as)
    for (uint64_t y : bs) {
      const uint64_t exact = logic::applyOp(op, width, operandWidth, value, x, y, 0);
      ASSERT_TRUE(result.contains(exact))
          << logic::opName(op) << " of " << a.toString() << " and " << b.toString() << " of width "
          << a.width() << " is " << result.toString() << ", but " << x << " and " << y << " give " << exact;
      if (arity == 1) break;
    }
}

TEST(Number, TransferFunctionsCoverAllValuesOfWidth4) {
  const std::vector<Number> all = allNumbers(4);
  ASSERT_GT(all.size(), 300u);
  std::mt19937_64 dice(7);
  for (const Number& a : all)
    for (int i = 0; i < 12; ++i) {
      const Number& b = all[dice() % all.size()];
      const auto as = a.values(), bs = b.values();
      for (Op op : binary) expectSound(op, 4, 0, a, b, as, bs, 2);
      for (Op op : tests) expectSound(op, 1, 0, a, b, as, bs, 2);
    }
}

TEST(Number, TransferFunctionsCoverSamplesOfLargerWidths) {
  std::mt19937_64 dice(11);
  for (unsigned width : {5u, 8u, 16u, 32u, 64u})
    for (int i = 0; i < (width <= 8 ? 250 : 2000); ++i) {
      const Number a = randomNumber(dice, width), b = randomNumber(dice, width);
      const auto as = samples(a, dice), bs = samples(b, dice);
      for (Op op : binary) expectSound(op, width, 0, a, b, as, bs, 2);
      for (Op op : tests) expectSound(op, 1, 0, a, b, as, bs, 2);
      for (Op op : {Op::Not, Op::Neg}) expectSound(op, width, 0, a, a, as, as, 1);
      const unsigned part = 1 + static_cast<unsigned>(dice() % width);
      expectSound(Op::Extract, part, dice() % (width - part + 1), a, a, as, as, 1);
      if (width <= 32) {
        expectSound(Op::Concat, 2 * width, 0, a, b, as, bs, 2);
        expectSound(Op::ZExt, width + part, 0, a, a, as, as, 1);
        expectSound(Op::SExt, width + part, 0, a, a, as, as, 1);
      }
    }
}

TEST(Number, LatticeOperationsBoundSets) {
  const std::vector<Number> all = allNumbers(4);
  std::mt19937_64 dice(3);
  for (const Number& a : all)
    for (int i = 0; i < 20; ++i) {
      const Number& b = all[dice() % all.size()];
      const Number j = join(a, b), m = meet(a, b), w = widen(a, b, {2, 5});
      for (uint64_t v = 0; v < 16; ++v) {
        if (a.contains(v) || b.contains(v)) {
          EXPECT_TRUE(j.contains(v)) << a.toString() << " join " << b.toString();
          EXPECT_TRUE(w.contains(v)) << a.toString() << " widen " << b.toString();
        }
        if (a.contains(v) && b.contains(v)) {
          EXPECT_TRUE(m.contains(v)) << a.toString() << " meet " << b.toString();
        }
        if (leq(a, b) && a.contains(v)) {
          EXPECT_TRUE(b.contains(v)) << a.toString() << " leq " << b.toString();
        }
      }
      EXPECT_TRUE(leq(a, j) && leq(b, j));
      if (leq(b, a)) {
        const Number n = narrow(a, b);
        for (uint64_t v : b.values()) EXPECT_TRUE(n.contains(v));
        for (uint64_t v : n.values()) EXPECT_TRUE(a.contains(v));
      }
    }
}

TEST(Number, WithoutDropsNothingElse) {
  for (const Number& a : allNumbers(4))
    for (uint64_t v = 0; v < 16; ++v)
      for (uint64_t x : a.values())
        if (x != v) {
          EXPECT_TRUE(a.without(v).contains(x)) << a.toString() << " without " << v;
        }
}

TEST(Number, ChainsOfWideningsEnd) {
  std::mt19937_64 dice(5);
  for (unsigned width : {4u, 32u, 64u})
    for (int chain = 0; chain < 200; ++chain) {
      Number n = randomNumber(dice, width);
      int changes = 0;
      for (int i = 0; i < 400; ++i) {
        const Number next = widen(n, randomNumber(dice, width), {0, 1, 10, 100, ~0ull});
        changes += !(next == n);
        n = next;
      }
      EXPECT_LT(changes, 60);
    }
}

TEST(Number, SmallSetsAreExact) {
  const Number x = Number::ofUnsigned(0, 2, 32);
  const Number operands[] = {x, Number::constant(5, 32)};
  Number hull = Number::constant(0, 32);
  for (uint64_t v : {5, 10}) hull = join(hull, Number::constant(v, 32));
  EXPECT_EQ(apply(Op::Mul, 32, 0, operands, 2), hull);
  EXPECT_EQ(hull.stride(), 5u);
}

TEST(Closure, IsExtensiveIdempotentAndMonotone) {
  const std::vector<Number> all = allNumbers(4);
  std::mt19937_64 dice(9);
  for (DomainKind kind : {DomainKind::Constants, DomainKind::Sign, DomainKind::Parity,
                          DomainKind::Congruences, DomainKind::Intervals, DomainKind::Product}) {
    const Closure closure(kind);
    EXPECT_EQ(domainFromName(domainName(kind)), kind);
    for (const Number& a : all) {
      const Number r = closure.round(a);
      EXPECT_TRUE(leq(a, r)) << domainName(kind) << " of " << a.toString() << " is " << r.toString();
      EXPECT_EQ(closure.round(r), r) << domainName(kind) << " of " << a.toString();
      for (int i = 0; i < 10; ++i) {
        const Number& b = all[dice() % all.size()];
        if (leq(a, b)) {
          EXPECT_TRUE(leq(r, closure.round(b))) << domainName(kind);
        }
      }
    }
  }
}

} // namespace
} // namespace heddle::domains
