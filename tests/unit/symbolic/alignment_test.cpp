// Low bits that are surely zero, compared with the values of random terms.
#include "symbolic/alignment.h"

#include "logic/eval.h"

#include <random>

#include <gtest/gtest.h>

namespace heddle::symbolic {
namespace {

TEST(Alignment, OfElementsOfAnArray) {
  logic::TermManager tm;
  const Term index = tm.var(tm.newSymbol("i", 64));
  const auto k = [&](uint64_t v) { return tm.constant(v, 64); };
  Alignment alignment;
  EXPECT_EQ(alignment.lowZeroBits(index), 0u);
  EXPECT_EQ(alignment.lowZeroBits(tm.add(k(4096), tm.mul(index, k(8)))), 3u);
  EXPECT_EQ(alignment.lowZeroBits(tm.add(k(4098), tm.mul(index, k(8)))), 1u);
  EXPECT_EQ(alignment.lowZeroBits(k(0)), 64u);
}

TEST(Alignment, BitsAreZeroInEveryValue) {
  size_t aligned = 0;
  for (uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    logic::TermManager tm;
    std::vector<Term> terms = {tm.var(tm.newSymbol("x", 16)), tm.var(tm.newSymbol("y", 16))};
    for (int i = 0; i < 25; ++i) {
      const Term a = terms[random() % terms.size()], b = terms[random() % terms.size()];
      const Term few = tm.constant(random() % 20, 16);
      const Term choices[] = {
          tm.add(a, b),
          tm.sub(a, b),
          tm.mul(a, few),
          tm.andOf(a, b),
          tm.orOf(a, b),
          tm.make(logic::Op::Shl, 16, a, few),
          tm.ite(tm.ult(a, b), a, b),
          tm.trunc(tm.zext(a, 32), 16),
          tm.concat(tm.trunc(a, 8), tm.trunc(b, 8)),
      };
      terms.push_back(choices[random() % std::size(choices)]);
    }
    Alignment alignment;
    for (int trial = 0; trial < 20; ++trial) {
      const uint64_t values[] = {random() & 0xffff, random() & 0xffff};
      for (const Term t : terms) {
        const unsigned bits = alignment.lowZeroBits(t);
        aligned += bits != 0;
        const uint64_t v = logic::evaluate(t, [&](Term leaf) { return values[leaf.value()]; });
        ASSERT_EQ(v & logic::maskOf(bits), 0u) << logic::toString(tm, t);
      }
    }
  }
  EXPECT_GT(aligned, 1000u);
}

} // namespace
} // namespace heddle::symbolic
