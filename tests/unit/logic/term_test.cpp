// The term store: sharing, traversal, substitution, printing, and that deep terms need no deep stack.
#include "logic/copy.h"
#include "logic/eval.h"
#include "logic/term.h"
#include "support/error.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::logic {
namespace {

class TermTest : public testing::Test {
protected:
  TermManager tm;
  Term x = tm.var(tm.newSymbol("x", 32));
  Term y = tm.var(tm.newSymbol("y", 32));
  Term k(uint64_t v, unsigned width = 32) { return tm.constant(v, width); }
};

TEST_F(TermTest, EqualTermsAreOneNode) {
  EXPECT_EQ(tm.add(x, y), tm.add(y, x));
  EXPECT_EQ(k(0x1'0000'0005), k(5));
  EXPECT_FALSE(k(5) == k(5, 16));
  EXPECT_FALSE(tm.var(tm.newSymbol("x", 32)) == x);
}

TEST_F(TermTest, OrderOfOperandsDoesNotDependOnOrderOfCreation) {
  TermManager other;
  Term y2 = other.var(other.newSymbol("y", 32)), x2 = other.var(other.newSymbol("x", 32));
  EXPECT_EQ(toString(tm, tm.add(x, y)), toString(other, other.add(y2, x2)));
}

TEST_F(TermTest, IllFormedTermsAreRejected) {
  EXPECT_THROW(tm.add(x, k(1, 16)), InternalError);
  EXPECT_THROW(tm.extract(x, 30, 3), InternalError);
  EXPECT_THROW(tm.zext(x, 16), InternalError);
  EXPECT_THROW(tm.concat(tm.zext(x, 64), x), InternalError);
  EXPECT_THROW(tm.ite(x, x, y), InternalError);
  EXPECT_THROW(tm.make(Op::FAdd, 16, k(1, 16), k(1, 16)), InternalError);
  EXPECT_THROW(tm.make(Op::Eq, 1, x), InternalError);
  EXPECT_THROW(k(0, 65), InternalError);
  EXPECT_THROW(k(0, 0), InternalError);
}

TEST_F(TermTest, PrintsSExpressions) {
  EXPECT_EQ(toString(tm, tm.add(x, k(1))), "(add %x 1:32)");
  EXPECT_EQ(toString(tm, tm.extract(x, 8, 4)), "(extract 8 4 %x)");
  EXPECT_EQ(toString(tm, tm.zext(x, 64)), "(zext 64 %x)");
  EXPECT_EQ(toString(tm, tm.address(3, 64)), "&3");
}

TEST_F(TermTest, LargeSharedTermsPrintShort) {
  Term t = x;
  for (int i = 0; i < 40; ++i) t = tm.mul(t, t);
  EXPECT_LT(toString(tm, t).size(), 2000u);
}

TEST_F(TermTest, SubstituteReplacesLeavesAndSimplifies) {
  Term t = tm.ite(tm.eq(x, k(3)), tm.add(y, x), tm.address(1, 32));
  auto replace = [&](Term leaf) { return leaf == x ? k(3) : leaf.op() == Op::Address ? k(7) : Term(); };
  EXPECT_EQ(tm.substitute(t, replace), tm.add(y, k(3)));
  EXPECT_EQ(tm.substitute(t, [](Term) { return Term(); }), t);
}

TEST_F(TermTest, SymbolsOfNamesEachOnce) {
  std::vector<SymbolId> symbols = symbolsOf(tm.mul(tm.add(x, y), x));
  std::ranges::sort(symbols);
  EXPECT_EQ(symbols, (std::vector<SymbolId>{0, 1}));
}

TEST_F(TermTest, DeepTermsNeedNoDeepStack) {
  Term t = x;
  for (int i = 0; i < 100000; ++i) t = i % 2 == 0 ? tm.xorOf(tm.mul(t, y), k(5)) : tm.notOf(tm.add(t, y));
  for (int i = 0; i < 100000; ++i) t = tm.notOf(tm.add(t, k(1)));
  auto leaf = [](Term) { return 3; };
  const uint64_t v = evaluate(t, leaf);
  EXPECT_EQ(evaluate(tm.eq(t, k(v)), leaf), 1u);
  EXPECT_EQ(tm.substitute(t, [&](Term) { return k(3); }), k(v));
  EXPECT_GT(toString(tm, t).size(), 100000u);
}

TEST_F(TermTest, CopiesIntoAnotherManager) {
  TermManager other;
  const Term unrelated = other.var(other.newSymbol("z", 8)), copied = other.var(other.newSymbol("x", 32));
  TermCopier copier(other, [&](Term leaf) { return leaf == x ? copied : Term(); });
  EXPECT_EQ(copier.copy(tm.add(tm.mul(x, k(3)), x)),
            other.add(other.mul(copied, other.constant(3, 32)), copied));
  EXPECT_FALSE(copier.copy(tm.add(x, y)));
  EXPECT_FALSE(copier.copy(tm.eq(tm.add(x, y), x)));
  EXPECT_EQ(copier.copy(x), copied);
  TermCopier narrow(other, [&](Term) { return unrelated; });
  EXPECT_THROW(narrow.copy(x), InternalError);
  Term deep = x;
  for (int i = 0; i < 100000; ++i) deep = tm.notOf(tm.add(deep, k(1)));
  EXPECT_EQ(copier.copy(deep).width(), 32u);
}

// With one hash for all, this would take minutes.
TEST(TermTable, ManySymbolsOfOneName) {
  TermManager tm;
  constexpr int count = 200'000;
  size_t distinct = 0;
  Term last = tm.trueTerm();
  for (int i = 0; i < count; ++i) {
    const Term t = tm.notOf(tm.var(tm.newSymbol("x", 1)));
    distinct += !(t == last);
    last = t;
  }
  EXPECT_EQ(distinct, size_t{count});
}

} // namespace
} // namespace heddle::logic
