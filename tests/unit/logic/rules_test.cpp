// Every rule of the simplifier, proved: the operator applied to the blasted operands, as no rule ever sees
// it, against the term that `make` gives. One line per rule of simplify*.cpp, in their order; a line whose
// rule does not match fails too. Left out: rules on addresses and floats, which the bit-blaster has no
// meaning for.
#include "logic/eval.h"
#include "logic/sat/bitblast.h"

#include <cadical.hpp>
#include <gtest/gtest.h>

#include <random>

namespace heddle::logic {
namespace {

class Prover {
public:
  explicit Prover(unsigned width) : width(width) {
    solver_.set("quiet", 1);
    x = variable(width);
    y = variable(width);
    z = variable(width);
    p = variable(1);
    q = variable(1);
    h = variable(half());
    k = variable(half());
  }

  TermManager tm;
  const unsigned width;
  Term x, y, z; // of the width
  Term p, q;    // of width 1
  Term h, k;    // of half the width

  unsigned half() const { return (width + 1) / 2; }
  uint64_t ones() const { return maskOf(width); }
  uint64_t sign() const { return 1ull << (width - 1); }
  Term c(uint64_t v) { return tm.constant(v, width); }
  Term make(Op op, Term a, Term b) { return tm.make(op, a.width(), a, b); }

  // Operands given; the result must be equal for all values, and not just the application itself.
  void rule(Op op, Term a, Term b = {}, Term c3 = {}) { prove(op, resultWidth(op, a, b), a, b, c3, 0, true); }
  void extract(Term a, unsigned low, unsigned w) { prove(Op::Extract, w, a, {}, {}, low, true); }
  void extend(Op op, Term a, unsigned w) { prove(op, w, a, {}, {}, 0, true); }
  void any(Op op, Term a, Term b = {}, Term c3 = {}) { prove(op, resultWidth(op, a, b), a, b, c3, 0, false); }

private:
  Term variable(unsigned w) { return tm.var(tm.newSymbol("v", w)); }

  static unsigned resultWidth(Op op, Term a, Term b) {
    switch (op) {
    case Op::Eq:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
    case Op::SAddO:
    case Op::SSubO:
    case Op::SMulO:
      return 1;
    case Op::Ite:
      return b.width();
    case Op::Concat:
      return a.width() + b.width();
    default:
      return a.width();
    }
  }

  void prove(Op op, unsigned w, Term a, Term b, Term c3, uint64_t value, bool mustMatch) {
    const Term made = tm.make(op, w, a, b, c3, value);
    std::string what = std::string(opName(op)) + " of " + toString(tm, a);
    if (b) what += " and " + toString(tm, b);
    if (c3) what += " and " + toString(tm, c3);
    what += " gave " + toString(tm, made) + " at width " + std::to_string(width);
    if (mustMatch) {
      auto isKid = [&](unsigned i, Term t) { return made.arity() > i && made.kid(i) == t; };
      const bool plain = made.op() == op && made.width() == w && made.value() == value &&
                         ((isKid(0, a) && (!b || isKid(1, b))) || (b && isKid(0, b) && isKid(1, a)));
      EXPECT_FALSE(plain) << "no rule matched: " << what;
    }
    std::vector<sat::Bits> kids{blaster_.bits(a)};
    for (Term t : {b, c3})
      if (t) kids.push_back(blaster_.bits(t));
    const sat::Bits raw = blaster_.apply(op, w, value, kids), simplified = blaster_.bits(made);
    ASSERT_EQ(raw.size(), simplified.size()) << what;
    sat::Bits differences;
    for (size_t i = 0; i < raw.size(); ++i) differences.push_back(cnf_.xorOf(raw[i], simplified[i]));
    solver_.assume(cnf_.orAll(differences));
    EXPECT_EQ(solver_.solve(), 20) << what;
  }

  CaDiCaL::Solver solver_;
  sat::Cnf cnf_{solver_};
  sat::BitBlaster blaster_{cnf_};
};

class RulesTest : public testing::TestWithParam<unsigned> {
protected:
  Prover t{GetParam()};
};

TEST_P(RulesTest, NotAndNeg) {
  t.rule(Op::Not, t.tm.notOf(t.x));
  t.rule(Op::Neg, t.p);
  t.rule(Op::Neg, t.tm.neg(t.x));
  t.rule(Op::Neg, t.tm.sub(t.x, t.y));
  t.rule(Op::Neg, t.tm.add(t.x, t.c(3)));
}

TEST_P(RulesTest, And) {
  const Term x = t.x, y = t.y, both = t.tm.andOf(x, y), either = t.tm.orOf(x, y);
  t.rule(Op::And, x, t.c(0));
  t.rule(Op::And, x, t.c(t.ones()));
  t.rule(Op::And, x, x);
  t.rule(Op::And, x, t.tm.notOf(x));
  for (Term kid : {x, y}) {
    t.rule(Op::And, both, kid);
    t.rule(Op::And, either, kid);
    t.rule(Op::And, both, t.tm.notOf(kid));
    t.rule(Op::And, kid, both);
    t.rule(Op::And, kid, either);
    t.rule(Op::And, t.tm.notOf(kid), both);
  }
  t.rule(Op::And, t.tm.andOf(x, t.c(6)), t.c(3));
  for (uint64_t v : {uint64_t{1}, uint64_t{5}, t.sign(), t.sign() | 1})
    t.rule(Op::And, t.tm.zext(t.h, t.width), t.c(v));
  const Term is5 = t.tm.eq(x, t.c(5)), is6 = t.tm.eq(x, t.c(6));
  t.rule(Op::And, is5, is6);
  t.rule(Op::And, is5, t.tm.notOf(is6));
  t.rule(Op::And, t.tm.notOf(is5), is6);
  t.any(Op::And, t.tm.notOf(is5), t.tm.notOf(is6));
}

TEST_P(RulesTest, Or) {
  const Term x = t.x, y = t.y, both = t.tm.andOf(x, y), either = t.tm.orOf(x, y);
  t.rule(Op::Or, x, t.c(t.ones()));
  t.rule(Op::Or, x, t.c(0));
  t.rule(Op::Or, x, x);
  t.rule(Op::Or, x, t.tm.notOf(x));
  for (Term kid : {x, y}) {
    t.rule(Op::Or, either, kid);
    t.rule(Op::Or, both, kid);
    t.rule(Op::Or, either, t.tm.notOf(kid));
    t.rule(Op::Or, kid, either);
    t.rule(Op::Or, kid, both);
    t.rule(Op::Or, t.tm.notOf(kid), either);
  }
  t.rule(Op::Or, t.tm.orOf(x, t.c(6)), t.c(3));
}

TEST_P(RulesTest, Xor) {
  const Term x = t.x, y = t.y, odd = t.tm.xorOf(x, y);
  t.rule(Op::Xor, x, t.c(0));
  t.rule(Op::Xor, x, t.c(t.ones()));
  t.rule(Op::Xor, x, x);
  t.rule(Op::Xor, x, t.tm.notOf(x));
  for (Term kid : {x, y}) {
    t.rule(Op::Xor, odd, kid);
    t.rule(Op::Xor, kid, odd);
  }
  t.rule(Op::Xor, t.tm.xorOf(x, t.c(6)), t.c(3));
}

TEST_P(RulesTest, Add) {
  const Term x = t.x, y = t.y;
  t.rule(Op::Add, t.p, t.q);
  t.rule(Op::Add, x, t.c(0));
  t.rule(Op::Add, t.tm.add(x, t.c(5)), t.c(6));
  t.rule(Op::Add, t.tm.sub(t.c(5), x), t.c(6));
  for (Term a : {t.tm.add(x, t.c(5)), t.tm.neg(x), t.tm.sub(x, y)}) {
    t.rule(Op::Add, a, y);
    t.rule(Op::Add, y, a);
  }
}

TEST_P(RulesTest, Sub) {
  const Term x = t.x, y = t.y, sum = t.tm.add(x, y);
  t.rule(Op::Sub, t.p, t.q);
  t.rule(Op::Sub, x, x);
  t.rule(Op::Sub, x, t.c(5));
  t.rule(Op::Sub, t.c(0), x);
  t.rule(Op::Sub, t.c(5), t.tm.add(x, t.c(6)));
  t.rule(Op::Sub, t.tm.add(x, t.c(5)), y);
  t.rule(Op::Sub, x, t.tm.add(y, t.c(5)));
  t.rule(Op::Sub, x, t.tm.neg(y));
  for (Term kid : {x, y}) {
    t.rule(Op::Sub, sum, kid);
    t.rule(Op::Sub, kid, sum);
  }
}

TEST_P(RulesTest, Mul) {
  t.rule(Op::Mul, t.p, t.q);
  for (uint64_t v : {uint64_t{0}, uint64_t{1}, t.ones()}) t.rule(Op::Mul, t.x, t.c(v));
  t.rule(Op::Mul, t.tm.mul(t.x, t.c(3)), t.c(5));
  t.rule(Op::Mul, t.tm.add(t.x, t.c(3)), t.c(5));
}

TEST_P(RulesTest, Division) {
  const Term x = t.x;
  for (Op op : {Op::URem, Op::SRem}) {
    t.rule(op, x, x);
    t.rule(op, t.c(0), x);
    t.rule(op, x, t.c(0));
  }
  t.rule(Op::UDiv, x, t.c(0));
  t.any(Op::SDiv, x, t.c(0));
  for (Op op : {Op::UDiv, Op::SDiv, Op::URem, Op::SRem}) {
    t.rule(op, x, t.c(1));
    t.rule(op, t.p, t.tm.trueTerm());
    t.any(op, t.p, t.tm.falseTerm());
    t.any(op, t.c(0), x);
  }
  for (Op op : {Op::SDiv, Op::SRem}) t.rule(op, x, t.c(t.ones()));
  for (Op op : {Op::UDiv, Op::URem})
    for (uint64_t d : {uint64_t{2}, uint64_t{4}, t.sign()}) t.rule(op, x, t.c(d));
  for (Op op : {Op::SDiv, Op::SRem})
    for (uint64_t d : {uint64_t{2}, t.sign()}) t.any(op, x, t.c(d));
}

TEST_P(RulesTest, Shifts) {
  const Term x = t.x;
  for (Op op : {Op::Shl, Op::LShr, Op::AShr}) {
    t.rule(op, x, t.c(0));
    t.rule(op, t.c(0), x);
    for (uint64_t far : {uint64_t{t.width}, uint64_t{t.width} + 1, t.ones()})
      if (far <= t.ones()) t.rule(op, x, t.c(far));
    for (uint64_t first : {1, 2, 3})
      for (uint64_t second : {uint64_t{1}, uint64_t{2}, uint64_t{t.width} - 1})
        if (first < t.width) t.rule(op, t.make(op, x, t.c(first)), t.c(second));
  }
  t.rule(Op::AShr, t.c(t.ones()), x);
}

TEST_P(RulesTest, Overflow) {
  for (Op op : {Op::SAddO, Op::SSubO, Op::SMulO}) {
    t.rule(op, t.x, t.c(0));
    t.any(op, t.p, t.tm.trueTerm()); // in width 1 the constant 1 is -1
    t.any(op, t.p, t.q);
    t.any(op, t.x, t.x);
  }
  t.rule(Op::SSubO, t.x, t.x);
  t.rule(Op::SMulO, t.x, t.c(1));
}

TEST_P(RulesTest, EqualToConstant) {
  TermManager& tm = t.tm;
  const Term x = t.x;
  for (uint64_t v : {uint64_t{0}, uint64_t{5}, t.sign(), t.ones()}) {
    for (Term a :
         {tm.notOf(x), tm.neg(x), tm.add(x, t.c(3)), tm.xorOf(x, t.c(6)), tm.sub(t.c(9), x),
          tm.zext(t.h, t.width), tm.sext(t.h, t.width), tm.ite(t.p, t.c(5), t.c(0)),
          tm.ite(t.p, t.c(5), t.c(t.ones())), tm.neg(tm.notOf(tm.add(tm.sext(t.h, t.width), t.c(3))))})
      t.rule(Op::Eq, a, t.c(v));
    for (Term a : {tm.concat(t.h, tm.constant(1, 2)), tm.concat(tm.constant(2, 2), t.h)})
      t.rule(Op::Eq, a, tm.constant(v, t.half() + 2));
  }
  t.rule(Op::Eq, t.p, tm.trueTerm());
  t.rule(Op::Eq, t.p, tm.falseTerm());
  t.rule(Op::Eq, tm.ite(t.p, t.c(5), t.c(5)), t.c(5));
}

TEST_P(RulesTest, Equal) {
  TermManager& tm = t.tm;
  const Term x = t.x, y = t.y;
  t.rule(Op::Eq, x, x);
  t.rule(Op::Eq, x, tm.notOf(x));
  t.rule(Op::Eq, tm.add(x, t.c(3)), tm.add(y, t.c(9)));
  for (Term a : {tm.add(x, y), tm.xorOf(x, y)})
    for (Term kid : {x, y}) {
      t.rule(Op::Eq, a, kid);
      t.rule(Op::Eq, kid, a);
    }
  for (Op op : {Op::ZExt, Op::SExt}) t.rule(Op::Eq, tm.make(op, t.width, t.h), tm.make(op, t.width, t.k));
  t.any(Op::Eq, tm.zext(t.h, t.width), tm.sext(t.k, t.width));
}

TEST_P(RulesTest, Unsigned) {
  TermManager& tm = t.tm;
  const Term x = t.x, zh = tm.zext(t.h, t.width), zk = tm.zext(t.k, t.width);
  for (Op op : {Op::Ult, Op::Ule}) {
    t.rule(op, x, x);
    t.rule(op, t.p, t.q);
    t.rule(op, zh, zk);
    for (uint64_t v : {uint64_t{0}, uint64_t{1}, t.ones()}) {
      t.any(op, x, t.c(v));
      t.any(op, t.c(v), x);
    }
    const uint64_t most = maskOf(t.half());
    for (uint64_t v : {uint64_t{2}, most - 1, most, most + 1, t.ones() - 1}) {
      t.rule(op, zh, t.c(v));
      t.rule(op, t.c(v), zh);
      t.any(op, x, t.c(v));
      t.any(op, t.c(v), x);
    }
  }
  t.rule(Op::Ult, x, t.c(0));
  t.rule(Op::Ult, t.c(t.ones()), x);
  t.rule(Op::Ult, x, t.c(1));
  t.rule(Op::Ult, t.c(0), x);
  t.rule(Op::Ult, x, t.c(t.ones()));
  for (uint64_t v : {uint64_t{0}, uint64_t{2}, t.ones() - 1, t.ones()}) {
    t.rule(Op::Ule, x, t.c(v));
    t.rule(Op::Ule, t.c(v), x);
  }
}

TEST_P(RulesTest, Signed) {
  TermManager& tm = t.tm;
  const Term x = t.x, zh = tm.zext(t.h, t.width), zk = tm.zext(t.k, t.width), sh = tm.sext(t.h, t.width),
             sk = tm.sext(t.k, t.width);
  const uint64_t halfSign = 1ull << (t.half() - 1);
  for (Op op : {Op::Slt, Op::Sle}) {
    t.rule(op, x, x);
    t.rule(op, t.p, t.q);
    for (auto [a, b] : {std::pair{zh, zk}, {sh, sk}, {zh, sk}, {sh, zk}, {zh, x}, {x, sh}}) t.any(op, a, b);
    for (uint64_t v : {uint64_t{0}, uint64_t{2}, halfSign - 1, halfSign, halfSign + 1, 0 - halfSign,
                       0 - halfSign - 1, 1 - halfSign, t.sign(), t.sign() - 1, t.sign() + 1, t.ones()})
      for (Term a : {x, zh, sh}) {
        t.any(op, a, t.c(v));
        t.any(op, t.c(v), a);
        if (op == Op::Slt && !(a == x)) {
          t.rule(op, a, t.c(v));
          t.rule(op, t.c(v), a);
        }
      }
  }
  t.rule(Op::Slt, zh, zk);
  t.rule(Op::Slt, sh, sk);
  t.rule(Op::Slt, t.c(t.sign()), x);
  t.rule(Op::Slt, x, t.c(t.sign() - 1));
  for (uint64_t v : {uint64_t{0}, uint64_t{2}, t.sign(), t.sign() - 1, t.ones()}) {
    t.rule(Op::Sle, x, t.c(v));
    t.rule(Op::Sle, t.c(v), x);
  }
}

TEST_P(RulesTest, Ite) {
  TermManager& tm = t.tm;
  const Term x = t.x, y = t.y, p = t.p, q = t.q;
  t.rule(Op::Ite, tm.trueTerm(), x, y);
  t.rule(Op::Ite, tm.falseTerm(), x, y);
  t.rule(Op::Ite, p, x, x);
  t.any(Op::Ite, tm.notOf(p), x, y);
  const Term r = tm.var(tm.newSymbol("r", 1));
  for (Term b : {q, p, tm.trueTerm(), tm.falseTerm()})
    for (Term c : {r, p, tm.trueTerm(), tm.falseTerm()}) {
      if (b == q && c == r)
        t.any(Op::Ite, p, b, c);
      else
        t.rule(Op::Ite, p, b, c);
    }
  t.rule(Op::Ite, p, t.c(1), t.c(0));
  t.rule(Op::Ite, p, t.c(0), t.c(1));
  const Term inner = tm.ite(p, x, y);
  t.any(Op::Ite, p, inner, t.z);
  t.any(Op::Ite, p, t.z, inner);
  EXPECT_EQ(tm.ite(p, inner, t.z), tm.ite(p, x, t.z));
  EXPECT_EQ(tm.ite(p, t.z, inner), tm.ite(p, t.z, y));
  t.rule(Op::Ite, tm.eq(x, y), x, y);
  t.rule(Op::Ite, tm.eq(x, y), y, x);
}

TEST_P(RulesTest, ConcatAndExtract) {
  TermManager& tm = t.tm;
  const Term x = t.x;
  const unsigned w = t.width;
  t.rule(Op::Concat, tm.concat(t.h, t.p), t.q);
  t.rule(Op::Concat, tm.constant(2, 2), tm.concat(tm.constant(1, 2), t.p));
  t.rule(Op::Concat, tm.extract(x, 2, 1), tm.concat(tm.extract(x, 1, 1), t.p));
  t.rule(Op::Concat, tm.constant(0, 2), x);
  t.rule(Op::Concat, tm.extract(x, 2, 2), tm.extract(x, 1, 1));
  t.any(Op::Concat, tm.extract(x, 1, 1), tm.extract(x, 2, 2)); // no neighbours in this order
  t.extract(x, 0, w);
  t.extract(tm.extract(x, 1, w - 1), 1, w - 3);
  const Term joined = tm.concat(t.h, t.k), ext[] = {joined, tm.zext(t.h, w + 2), tm.sext(t.h, w + 2)};
  for (Term a : ext)
    for (unsigned low = 0; low < a.width(); ++low)
      for (unsigned n = 1; n + low <= a.width(); ++n) t.extract(a, low, n);
  const Term zh = tm.zext(t.h, w), sk = tm.sext(t.k, w);
  for (Op op : {Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor}) {
    t.extract(tm.make(op, w, zh, sk), 0, t.half());
    t.extract(tm.make(op, w, zh, t.c(t.sign() | 3)), 0, t.half());
  }
  t.extract(tm.ite(t.p, t.c(5), t.c(t.ones())), 1, 2);
}

TEST_P(RulesTest, Extensions) {
  TermManager& tm = t.tm;
  for (Op op : {Op::ZExt, Op::SExt}) {
    t.extend(op, t.x, t.width);
    t.extend(op, tm.make(op, t.half() + 1, t.h), t.width + 2);
  }
  t.extend(Op::SExt, tm.zext(t.h, t.half() + 1), t.width + 2);
  EXPECT_EQ(tm.zext(tm.sext(t.h, t.half() + 1), t.width + 2).op(), Op::ZExt); // not one sign extension
}

INSTANTIATE_TEST_SUITE_P(Widths, RulesTest, testing::Values(4, 5, 8));

// Rules on rules: random terms, each application against the raw one on its operands.
TEST(RandomRules, Proved) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 20; ++round) {
    Prover t(4 + random() % 4);
    std::vector<Term> pool{t.x, t.y, t.c(0), t.c(1), t.c(t.ones()), t.c(random()), t.tm.zext(t.h, t.width)};
    auto pick = [&] { return pool[random() % pool.size()]; };
    for (unsigned i = 0; i < 100; ++i) {
      const Op ops[] = {Op::And, Op::Or,  Op::Xor, Op::Add, Op::Sub, Op::Shl, Op::LShr, Op::AShr,
                        Op::Eq,  Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Not, Op::Neg,  Op::Ite};
      const Op op = ops[random() % std::size(ops)];
      const Term a = pick(), b = pick();
      if (op == Op::Not || op == Op::Neg)
        t.any(op, a);
      else if (op == Op::Ite)
        t.any(op, t.tm.ult(a, b), b, pick());
      else
        t.any(op, a, b);
      const bool unary = op == Op::Not || op == Op::Neg;
      if (op == Op::Ite)
        pool.push_back(t.tm.ite(t.tm.slt(a, b), b, a));
      else if (op < Op::Eq)
        pool.push_back(t.tm.make(op, t.width, a, unary ? Term() : b));
      if (testing::Test::HasFailure()) return;
    }
  }
}

} // namespace
} // namespace heddle::logic
