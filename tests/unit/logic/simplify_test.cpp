// The simplifier against applyOp: each term is built through `make`, and beside it the values that the
// operators give on every sample; a rule that changes a value shows as a difference. Plus what the rules are
// for: results expected.
#include "logic/eval.h"
#include "logic/term.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <unordered_map>

namespace heddle::logic {
namespace {

using Values = std::vector<uint64_t>; // one per sample

// A term, and the values it must have.
struct Built {
  Term term;
  Values values;
};

class Workshop {
public:
  explicit Workshop(size_t samples) : samples_(samples) {}

  TermManager tm;

  Built constant(uint64_t v, unsigned width) {
    return {tm.constant(v, width), Values(samples_, truncateTo(v, width))};
  }
  Built leaf(Term t, Values values) {
    known_[t.node()] = values;
    return {t, std::move(values)};
  }
  Built variable(const std::string& name, unsigned width, Values values) {
    return leaf(tm.var(tm.newSymbol(name, width)), std::move(values));
  }

  Built make(Op op, unsigned width, const Built& a, const Built* b = nullptr, const Built* c = nullptr,
             uint64_t value = 0) {
    Built r{tm.make(op, width, a.term, b ? b->term : Term(), c ? c->term : Term(), value), Values(samples_)};
    const unsigned operandWidth = op == Op::Ite || op == Op::Concat ? b->term.width() : a.term.width();
    for (size_t i = 0; i < samples_; ++i)
      r.values[i] =
          applyOp(op, width, operandWidth, value, a.values[i], b ? b->values[i] : 0, c ? c->values[i] : 0);
    EXPECT_EQ(valuesOf(r.term), r.values)
        << opName(op) << " on " << toString(tm, a.term) << " and " << (b ? toString(tm, b->term) : "-")
        << " and " << (c ? toString(tm, c->term) : "-") << " gave " << toString(tm, r.term);
    EXPECT_EQ(rebuilt(r.term), r.term) << "a simplified term must stay as it is: " << toString(tm, r.term);
    return r;
  }

  bool failed() const { return testing::Test::HasFailure(); }

private:
  const Values& valuesOf(Term t) {
    if (auto it = known_.find(t.node()); it != known_.end()) return it->second;
    Values v(samples_);
    if (t.isConst())
      std::ranges::fill(v, t.value());
    else {
      std::vector<const Values*> kids;
      for (unsigned i = 0; i < t.arity(); ++i) kids.push_back(&valuesOf(t.kid(i)));
      const unsigned w = t.kid(t.op() == Op::Ite || t.op() == Op::Concat ? 1 : 0).width();
      auto at = [&](size_t kid, size_t i) { return kid < kids.size() ? (*kids[kid])[i] : 0; };
      for (size_t i = 0; i < samples_; ++i)
        v[i] = applyOp(t.op(), t.width(), w, t.value(), at(0, i), at(1, i), at(2, i));
    }
    return known_[t.node()] = std::move(v);
  }

  Term rebuilt(Term t) {
    if (t.arity() == 0) return t;
    auto kid = [&](unsigned i) { return i < t.arity() ? t.kid(i) : Term(); };
    return tm.make(t.op(), t.width(), kid(0), kid(1), kid(2), t.value());
  }

  size_t samples_;
  std::unordered_map<const Node*, Values> known_; // references stay valid while it grows
};

const std::vector<Op> unaryOps = {Op::Not, Op::Neg};
const std::vector<Op> binaryOps = {Op::And,  Op::Or,   Op::Xor,  Op::Add, Op::Sub,  Op::Mul, Op::UDiv,
                                   Op::SDiv, Op::URem, Op::SRem, Op::Shl, Op::LShr, Op::AShr};
const std::vector<Op> comparisons = {Op::Eq,  Op::Ult,   Op::Ule,   Op::Slt,
                                     Op::Sle, Op::SAddO, Op::SSubO, Op::SMulO};

// All values of x and y of one width as samples, and all leaves: x, y and every constant.
class ExhaustiveTest : public testing::TestWithParam<unsigned> {
protected:
  ExhaustiveTest() : width(GetParam()), count(1u << width), shop(size_t{count} * count) {
    Values xs, ys;
    for (uint64_t i = 0; i < count * count; ++i) {
      xs.push_back(i % count);
      ys.push_back(i / count);
    }
    leaves = {shop.variable("x", width, xs), shop.variable("y", width, ys)};
    for (uint64_t v = 0; v < count; ++v) leaves.push_back(shop.constant(v, width));
  }

  // Every operator of result width `width` on the leaves.
  std::vector<Built> oneOperator() {
    std::vector<Built> all;
    std::unordered_map<const Node*, bool> seen;
    auto keep = [&](Built b) {
      if (seen.emplace(b.term.node(), true).second) all.push_back(std::move(b));
    };
    for (const Built& a : leaves) {
      for (Op op : unaryOps) keep(shop.make(op, width, a));
      for (const Built& b : leaves)
        for (Op op : binaryOps) keep(shop.make(op, width, a, &b));
    }
    return all;
  }

  void combine(const Built& a, const Built& b) {
    for (Op op : binaryOps) shop.make(op, width, a, &b);
    for (Op op : comparisons) shop.make(op, 1, a, &b);
  }

  unsigned width, count;
  Workshop shop;
  std::vector<Built> leaves;
};

TEST_P(ExhaustiveTest, TwoOperators) {
  const std::vector<Built> inner = oneOperator();
  for (const Built& a : inner) {
    for (Op op : unaryOps) shop.make(op, width, a);
    for (const Built& b : leaves) {
      combine(a, b);
      combine(b, a);
    }
    ASSERT_FALSE(shop.failed());
  }
}

TEST_P(ExhaustiveTest, ThreeOperators) {
  const std::vector<Built> inner = oneOperator();
  const size_t stride = 1 + inner.size() / 60; // pairs of all are too many above width 2
  std::mt19937 random(width);
  for (const Built& a : inner) {
    for (size_t i = random() % stride; i < inner.size(); i += stride) combine(a, inner[i]);
    ASSERT_FALSE(shop.failed());
  }
}

TEST_P(ExhaustiveTest, ChangesOfWidth) {
  for (const Built& a : oneOperator())
    for (Op ext : {Op::ZExt, Op::SExt}) {
      const Built wide = shop.make(ext, width + 2, a);
      for (unsigned low = 0; low < width + 2; ++low)
        for (unsigned w = 1; low + w <= width + 2; ++w)
          shop.make(Op::Extract, w, wide, nullptr, nullptr, low);
      for (uint64_t v = 0; v < 4 * count; ++v) {
        const Built k = shop.constant(v, width + 2);
        for (Op op : comparisons) {
          shop.make(op, 1, wide, &k);
          shop.make(op, 1, k, &wide);
        }
        for (Op op : binaryOps) {
          const Built sum = shop.make(op, width + 2, wide, &k);
          shop.make(Op::Extract, width, sum);
        }
      }
      ASSERT_FALSE(shop.failed());
    }
}

INSTANTIATE_TEST_SUITE_P(Widths, ExhaustiveTest, testing::Values(1u, 2u, 3u));

// Random terms over many widths, with sampled values.
class RandomTerms {
public:
  RandomTerms(uint32_t seed, std::vector<unsigned> widths)
      : shop(samples), random_(seed), widths_(std::move(widths)) {
    for (unsigned w : widths_) {
      for (const char* name : {"x", "y"}) add(shop.variable(name, w, randomValues(w)));
      for (uint64_t v :
           {uint64_t{0}, uint64_t{1}, maskOf(w), uint64_t{1} << (w - 1), maskOf(w) >> 1, randomValue(w)})
        add(shop.constant(v, w));
    }
    // Addresses of distinct objects differ and are not 0; that is all a rule may use.
    if (std::ranges::count(widths_, 32u) > 0)
      for (uint64_t object : {1, 2})
        add(shop.leaf(shop.tm.address(object, 32), Values(samples, object << 18)));
  }

  void grow(int steps) {
    for (int i = 0; i < steps && !shop.failed(); ++i) step();
  }

private:
  static constexpr size_t samples = 24;

  size_t below(size_t n) { return random_() % n; }
  uint64_t randomValue(unsigned w) {
    const uint64_t edge[] = {0, 1, 2, maskOf(w), 1ull << (w - 1), maskOf(w) >> 1};
    return truncateTo(below(2) == 0 ? edge[below(6)] : random_(), w);
  }
  Values randomValues(unsigned w) {
    Values v;
    for (size_t i = 0; i < samples; ++i) v.push_back(randomValue(w));
    return v;
  }

  void add(Built b) { pool_[b.term.width()].push_back(std::move(b)); }
  // Mostly recent terms and leaves, so that operands meet again.
  const Built& pick(unsigned w) {
    auto& all = pool_[w];
    const size_t n = all.size();
    return below(3) == 0 ? all[below(std::min<size_t>(n, 8))] : all[n - 1 - below(std::min<size_t>(n, 12))];
  }

  void step() {
    const unsigned w = widths_[below(widths_.size())];
    const Built a = pick(w), b = pick(w);
    switch (below(9)) {
    case 0:
      add(shop.make(unaryOps[below(2)], w, a));
      break;
    case 1:
    case 2:
    case 3:
      add(shop.make(binaryOps[below(binaryOps.size())], w, a, &b));
      break;
    case 4:
      add(shop.make(comparisons[below(comparisons.size())], 1, a, &b));
      break;
    case 5: {
      const Built c = pick(1);
      add(shop.make(Op::Ite, w, c, &a, &b));
      break;
    }
    case 6:
      resize(a);
      break;
    case 7:
      concat(a);
      break;
    default:
      if (w >= 32 && (w == 32 || w == 64)) floating(a, b);
    }
  }

  void resize(const Built& a) {
    const unsigned from = a.term.width(), to = widths_[below(widths_.size())];
    if (to >= from)
      add(shop.make(below(2) == 0 ? Op::ZExt : Op::SExt, to, a));
    else
      add(shop.make(Op::Extract, to, a, nullptr, nullptr, below(from - to + 1)));
  }

  void concat(const Built& a) {
    const Built b = pick(widths_[below(widths_.size())]);
    const unsigned sum = a.term.width() + b.term.width();
    if (std::ranges::count(widths_, sum) > 0) add(shop.make(Op::Concat, sum, a, &b));
  }

  void floating(const Built& a, const Built& b) {
    const unsigned w = a.term.width();
    const Op arithmetic[] = {Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FRem};
    const Op compare[] = {Op::FOeq, Op::FOlt, Op::FOle, Op::FUno};
    const Op convert[] = {Op::FToSI, Op::FToUI, Op::SIToF, Op::UIToF};
    switch (below(5)) {
    case 0:
      add(shop.make(arithmetic[below(5)], w, a, &b));
      break;
    case 1:
      add(shop.make(compare[below(4)], 1, a, &b));
      break;
    case 2:
      add(shop.make(Op::FNeg, w, a));
      break;
    case 3:
      add(shop.make(convert[below(4)], w, a));
      break;
    default:
      if (w == 64)
        add(shop.make(Op::FTrunc, 32, a));
      else if (pool_.contains(64))
        add(shop.make(Op::FExt, 64, a));
    }
  }

public:
  Workshop shop;

private:
  std::mt19937_64 random_;
  std::vector<unsigned> widths_;
  std::unordered_map<unsigned, std::vector<Built>> pool_;
};

TEST(RandomTermsTest, SmallWidths) {
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    RandomTerms terms(seed, {1, 2, 3, 4});
    terms.grow(300);
    ASSERT_FALSE(terms.shop.failed()) << "seed " << seed;
  }
}

TEST(RandomTermsTest, MachineWidths) {
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    RandomTerms terms(seed, {1, 8, 16, 24, 32, 64});
    terms.grow(300);
    ASSERT_FALSE(terms.shop.failed()) << "seed " << seed;
  }
}

class RuleTest : public testing::Test {
protected:
  TermManager tm;
  Term x = tm.var(tm.newSymbol("x", 32)), y = tm.var(tm.newSymbol("y", 32));
  Term b = tm.var(tm.newSymbol("b", 1)), n = tm.var(tm.newSymbol("n", 8));
  Term k(uint64_t v, unsigned width = 32) { return tm.constant(v, width); }
};

TEST_F(RuleTest, Arithmetic) {
  EXPECT_EQ(tm.add(tm.add(x, k(3)), k(4)), tm.add(x, k(7)));
  EXPECT_EQ(tm.sub(x, k(1)), tm.add(x, k(UINT32_MAX)));
  EXPECT_EQ(tm.sub(x, x), k(0));
  EXPECT_EQ(tm.xorOf(x, x), k(0));
  EXPECT_EQ(tm.sub(tm.add(x, y), y), x);
  EXPECT_EQ(tm.sub(tm.add(x, k(8)), x), k(8));
  EXPECT_EQ(tm.mul(tm.add(x, k(1)), k(4)), tm.add(tm.mul(x, k(4)), k(4)));
  EXPECT_EQ(tm.notOf(tm.notOf(x)), x);
}

TEST_F(RuleTest, Equations) {
  EXPECT_EQ(tm.eq(tm.add(x, k(3)), k(5)), tm.eq(x, k(2)));
  EXPECT_EQ(tm.eq(tm.ite(b, k(1), k(2)), k(2)), tm.notOf(b));
  EXPECT_EQ(tm.eq(tm.ite(b, k(1), k(2)), k(3)), tm.falseTerm());
  EXPECT_EQ(tm.eq(tm.zext(n, 32), k(7)), tm.eq(n, k(7, 8)));
  EXPECT_EQ(tm.eq(tm.zext(n, 32), k(256)), tm.falseTerm());
  EXPECT_EQ(tm.ne(tm.zext(b, 32), k(0)), b);
  EXPECT_EQ(tm.ne(tm.zext(tm.ne(tm.zext(b, 8), k(0, 8)), 32), k(0)), b);
}

TEST_F(RuleTest, Addresses) {
  Term p = tm.address(1, 64), q = tm.address(2, 64);
  EXPECT_EQ(tm.eq(p, q), tm.falseTerm());
  EXPECT_EQ(tm.eq(p, p), tm.trueTerm());
  EXPECT_EQ(tm.eq(p, k(0, 64)), tm.falseTerm());
  EXPECT_EQ(tm.eq(tm.add(p, k(4, 64)), tm.add(p, k(8, 64))), tm.falseTerm());
  EXPECT_EQ(tm.sub(tm.add(p, k(4, 64)), p), k(4, 64));
  // Outside of objects anything may be equal.
  EXPECT_FALSE(tm.eq(tm.add(p, k(4, 64)), q).isConst());
  EXPECT_FALSE(tm.eq(tm.add(p, k(4, 64)), k(0, 64)).isConst());
}

TEST_F(RuleTest, Choices) {
  EXPECT_EQ(tm.ite(b, tm.trueTerm(), tm.falseTerm()), b);
  EXPECT_EQ(tm.ite(b, x, x), x);
  EXPECT_EQ(tm.ite(tm.notOf(b), x, y), tm.ite(b, y, x));
  EXPECT_EQ(tm.ite(b, k(1), k(0)), tm.zext(b, 32));
  EXPECT_EQ(tm.ite(tm.eq(x, y), x, y), y);
}

TEST_F(RuleTest, Pieces) {
  Term hi = tm.extract(x, 16, 16), lo = tm.extract(x, 0, 16);
  EXPECT_EQ(tm.concat(hi, lo), x);
  EXPECT_EQ(tm.concat(tm.extract(x, 24, 8), tm.concat(tm.extract(x, 16, 8), lo)), x);
  EXPECT_EQ(tm.trunc(tm.zext(n, 32), 8), n);
  EXPECT_EQ(tm.trunc(tm.add(tm.zext(n, 32), k(1)), 8), tm.add(n, k(1, 8)));
  EXPECT_EQ(tm.zext(tm.zext(b, 8), 32), tm.zext(b, 32));
  EXPECT_EQ(tm.extract(tm.zext(n, 32), 8, 8), k(0, 8));
}

TEST_F(RuleTest, Comparisons) {
  EXPECT_EQ(tm.ult(x, k(1)), tm.eq(x, k(0)));
  EXPECT_EQ(tm.ule(k(5), x), tm.ult(k(4), x));
  EXPECT_EQ(tm.slt(tm.zext(n, 32), k(0)), tm.falseTerm());
  EXPECT_EQ(tm.slt(tm.zext(n, 32), k(300)), tm.trueTerm());
  EXPECT_EQ(tm.slt(tm.sext(n, 32), k(3)), tm.slt(n, k(3, 8)));
  EXPECT_EQ(tm.andOf(tm.eq(x, k(1)), tm.eq(x, k(2))), tm.falseTerm());
}

} // namespace
} // namespace heddle::logic
