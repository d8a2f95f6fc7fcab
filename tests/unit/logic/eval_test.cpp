// applyOp against the definitions of the operators, written once more in wide integers and in C's own types.
#include "logic/eval.h"
#include "logic/term.h"

#include "support/error.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace heddle::logic {
namespace {

uint64_t binary(Op op, unsigned w, uint64_t a, uint64_t b) { return applyOp(op, w, w, 0, a, b, 0); }
uint64_t compare(Op op, unsigned w, uint64_t a, uint64_t b) { return applyOp(op, 1, w, 0, a, b, 0); }

class SmallWidthTest : public testing::TestWithParam<int> {
protected:
  template <typename F>
  void forAll(F f) {
    const int w = GetParam(), n = 1 << w;
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b) f(w, n, a, b, a >= n / 2 ? a - n : a, b >= n / 2 ? b - n : b);
  }
  static uint64_t wrap(int value, int n) { return static_cast<uint64_t>(((value % n) + n) % n); }
};

TEST_P(SmallWidthTest, Arithmetic) {
  forAll([](int w, int n, int a, int b, int sa, int sb) {
    EXPECT_EQ(binary(Op::Add, w, a, b), wrap(a + b, n));
    EXPECT_EQ(binary(Op::Sub, w, a, b), wrap(a - b, n));
    EXPECT_EQ(binary(Op::Mul, w, a, b), wrap(a * b, n));
    EXPECT_EQ(applyOp(Op::Neg, w, w, 0, a, 0, 0), wrap(-a, n));
    EXPECT_EQ(applyOp(Op::Not, w, w, 0, a, 0, 0), wrap(n - 1 - a, n));
    auto overflows = [&](int r) { return r < -n / 2 || r >= n / 2; };
    EXPECT_EQ(compare(Op::SAddO, w, a, b), overflows(sa + sb));
    EXPECT_EQ(compare(Op::SSubO, w, a, b), overflows(sa - sb));
    EXPECT_EQ(compare(Op::SMulO, w, a, b), overflows(sa * sb));
  });
}

// By zero as SMT-LIB defines it: the quotient all ones (signed: 1 if the dividend is negative), the rest the
// dividend.
TEST_P(SmallWidthTest, Division) {
  forAll([](int w, int n, int a, int b, int sa, int sb) {
    EXPECT_EQ(binary(Op::UDiv, w, a, b), b == 0 ? wrap(-1, n) : wrap(a / b, n));
    EXPECT_EQ(binary(Op::URem, w, a, b), b == 0 ? wrap(a, n) : wrap(a % b, n));
    EXPECT_EQ(binary(Op::SDiv, w, a, b), b == 0 ? wrap(sa < 0 ? 1 : -1, n) : wrap(sa / sb, n));
    EXPECT_EQ(binary(Op::SRem, w, a, b), b == 0 ? wrap(a, n) : wrap(sa % sb, n));
  });
}

TEST_P(SmallWidthTest, Shifts) {
  forAll([](int w, int n, int a, int b, int sa, int) {
    const int by = std::min(b, w);
    EXPECT_EQ(binary(Op::Shl, w, a, b), wrap(a * (1 << by), n));
    EXPECT_EQ(binary(Op::LShr, w, a, b), wrap(a / (1 << by), n));
    EXPECT_EQ(binary(Op::AShr, w, a, b), wrap(static_cast<int>(std::floor(double(sa) / (1 << by))), n));
  });
}

TEST_P(SmallWidthTest, Comparisons) {
  forAll([](int w, int, int a, int b, int sa, int sb) {
    EXPECT_EQ(compare(Op::Eq, w, a, b), a == b);
    EXPECT_EQ(compare(Op::Ult, w, a, b), a < b);
    EXPECT_EQ(compare(Op::Ule, w, a, b), a <= b);
    EXPECT_EQ(compare(Op::Slt, w, a, b), sa < sb);
    EXPECT_EQ(compare(Op::Sle, w, a, b), sa <= sb);
  });
}

TEST_P(SmallWidthTest, Pieces) {
  forAll([](int w, int n, int a, int b, int sa, int) {
    EXPECT_EQ(applyOp(Op::Concat, 2 * w, w, 0, a, b, 0), static_cast<uint64_t>(a * n + b));
    EXPECT_EQ(applyOp(Op::ZExt, w + 3, w, 0, a, 0, 0), static_cast<uint64_t>(a));
    EXPECT_EQ(applyOp(Op::SExt, w + 3, w, 0, a, 0, 0), wrap(sa, 8 * n));
    for (int low = 0; low < w; ++low)
      EXPECT_EQ(applyOp(Op::Extract, 1, w, low, a, 0, 0), static_cast<uint64_t>(a >> low) % 2);
  });
}

INSTANTIATE_TEST_SUITE_P(Widths, SmallWidthTest, testing::Values(1, 2, 3, 4, 6));

TEST(EvalTest, WidestOperands) {
  const uint64_t min = 1ull << 63, minusOne = ~0ull;
  EXPECT_EQ(binary(Op::SDiv, 64, min, minusOne), min);
  EXPECT_EQ(binary(Op::SRem, 64, min, minusOne), 0u);
  EXPECT_EQ(binary(Op::SDiv, 64, minusOne, 0), 1u);
  EXPECT_EQ(binary(Op::UDiv, 64, 5, 0), minusOne);
  EXPECT_EQ(compare(Op::SMulO, 64, min, minusOne), 1u);
  EXPECT_EQ(compare(Op::SAddO, 64, min, minusOne), 1u);
  EXPECT_EQ(compare(Op::SSubO, 64, 0, min), 1u);
  EXPECT_EQ(compare(Op::SMulO, 64, 1ull << 31, 1ull << 31), 0u);
  EXPECT_EQ(binary(Op::Shl, 64, 1, 64), 0u);
  EXPECT_EQ(binary(Op::AShr, 64, min, 200), minusOne);
  EXPECT_EQ(compare(Op::Slt, 64, min, 0), 1u);
  EXPECT_EQ(compare(Op::Ult, 64, min, 0), 0u);
}

uint64_t bits(double d) { return std::bit_cast<uint64_t>(d); }
uint64_t bits(float f) { return std::bit_cast<uint32_t>(f); }

TEST(EvalTest, FloatArithmetic) {
  EXPECT_EQ(binary(Op::FAdd, 64, bits(0.1), bits(0.2)), bits(0.1 + 0.2));
  EXPECT_EQ(binary(Op::FAdd, 32, bits(0.1f), bits(0.2f)), bits(0.1f + 0.2f));
  EXPECT_EQ(binary(Op::FDiv, 32, bits(1.0f), bits(3.0f)), bits(1.0f / 3.0f));
  EXPECT_EQ(binary(Op::FSub, 64, bits(1.0), bits(3.0)), bits(-2.0));
  EXPECT_EQ(binary(Op::FMul, 64, bits(1e300), bits(1e300)), bits(std::numeric_limits<double>::infinity()));
  EXPECT_EQ(binary(Op::FRem, 64, bits(-7.5), bits(2.0)), bits(-1.5));
  EXPECT_EQ(applyOp(Op::FNeg, 32, 32, 0, bits(0.0f), 0, 0), bits(-0.0f));
}

TEST(EvalTest, FloatComparisons) {
  const uint64_t nan = bits(std::nan(""));
  EXPECT_EQ(compare(Op::FOeq, 64, bits(0.0), bits(-0.0)), 1u);
  EXPECT_EQ(compare(Op::FOeq, 64, nan, nan), 0u);
  EXPECT_EQ(compare(Op::FUno, 64, nan, bits(1.0)), 1u);
  EXPECT_EQ(compare(Op::FUno, 64, bits(2.0), bits(1.0)), 0u);
  EXPECT_EQ(compare(Op::FOlt, 32, bits(-1.0f), bits(1.0f)), 1u);
  EXPECT_EQ(compare(Op::FOle, 64, nan, bits(1.0)), 0u);
}

uint64_t convert(Op op, unsigned to, unsigned from, uint64_t a) { return applyOp(op, to, from, 0, a, 0, 0); }

TEST(EvalTest, FloatConversions) {
  EXPECT_EQ(convert(Op::FToSI, 32, 64, bits(-2.9)), 0xfffffffeu);
  EXPECT_EQ(convert(Op::FToUI, 8, 64, bits(255.9)), 255u);
  EXPECT_EQ(convert(Op::FToUI, 64, 64, bits(1.8e19)), 18000000000000000000ull);
  EXPECT_EQ(convert(Op::FToSI, 32, 64, bits(3e9)), 0x80000000u);
  EXPECT_EQ(convert(Op::FToSI, 64, 64, bits(std::nan(""))), 1ull << 63);
  EXPECT_EQ(convert(Op::FToUI, 64, 64, bits(std::nan(""))), 1ull << 63);
  EXPECT_EQ(convert(Op::SIToF, 64, 8, 0xff), bits(-1.0));
  EXPECT_EQ(convert(Op::UIToF, 64, 8, 0xff), bits(255.0));
  EXPECT_EQ(convert(Op::UIToF, 32, 64, ~0ull), bits(static_cast<float>(~0ull)));
  EXPECT_EQ(convert(Op::SIToF, 32, 64, (1ull << 53) + 1), bits(static_cast<float>((1ll << 53) + 1)));
  EXPECT_EQ(convert(Op::FExt, 64, 32, bits(0.1f)), bits(static_cast<double>(0.1f)));
  EXPECT_EQ(convert(Op::FTrunc, 32, 64, bits(0.1)), bits(0.1f));
}

TEST(EvalTest, LeavesGetTheirValues) {
  TermManager tm;
  Term x = tm.var(tm.newSymbol("x", 8)), p = tm.address(4, 32);
  auto leaf = [](Term t) -> uint64_t { return t.op() == Op::Address ? t.value() << 18 : 0x1ff; };
  EXPECT_EQ(evaluate(x, leaf), 0xffu); // truncated to the width
  EXPECT_EQ(evaluate(tm.add(p, tm.zext(x, 32)), leaf), (4u << 18) + 255);
  EXPECT_THROW(applyOp(Op::Var, 8, 8, 0, 0, 0, 0), InternalError);
}

} // namespace
} // namespace heddle::logic
