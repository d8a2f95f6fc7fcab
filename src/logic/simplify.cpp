// The simplifying constructor. One function an operator family; each rule is a line `match => result`. A rule
// that matches returns the result, built through `make` again; a function in which none matches returns the
// null term, and the node is made as it stands. So rebuilding a simplified term bottom-up gives the same
// term.
//
// Trap: no rule may recurse along a chain of operators, since terms are thousands deep. Each rule here looks
// at one level and leaves a term on which only a bounded number of rules can match (widths shrink, constants
// merge). tests/unit/logic compares every rule with applyOp.
#include "logic/eval.h"
#include "logic/term.h"
#include "support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heddle::logic {

namespace {

struct Match {
  TermManager& tm;
  Op op;
  unsigned width;
  Term a, b, c;
  uint64_t value;

  Term constant(uint64_t v) const { return tm.constant(v, width); }
  Term same(Term x, Term y) const { return tm.make(op, width, x, y); } // the same operator again
  uint64_t ones() const { return maskOf(a.width()); }
};

bool isConstAt(Term t, unsigned kid) { return t.arity() > kid && t.kid(kid).isConst(); }
bool isPlusConst(Term t) { return t.op() == Op::Add && isConstAt(t, 1); }
bool complements(Term x, Term y) {
  return (x.op() == Op::Not && x.kid(0) == y) || (y.op() == Op::Not && y.kid(0) == x);
}
bool has(Term t, Op op, Term kid) { return t.op() == op && (t.kid(0) == kid || t.kid(1) == kid); }
Term other(Term t, Term kid) { return t.kid(0) == kid ? t.kid(1) : t.kid(0); }
bool isExtension(Term t) { return t.op() == Op::ZExt || t.op() == Op::SExt; }
uint64_t signBit(unsigned width) { return 1ull << (width - 1); }

Term simplifyNot(const Match& m) {
  if (m.a.op() == Op::Not) return m.a.kid(0); // ~~x => x
  return {};
}

Term simplifyNeg(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (width == 1) return a;                                                      // -x => x
  if (a.op() == Op::Neg) return a.kid(0);                                        // --x => x
  if (a.op() == Op::Sub) return tm.sub(a.kid(1), a.kid(0));                      // -(x - y) => y - x
  if (isPlusConst(a)) return tm.sub(m.constant(0 - a.kid(1).value()), a.kid(0)); // -(x + c) => -c - x
  return {};
}

// a & b of width 1 where both compare one term with constants, or the null term.
Term conjoinComparisons(const Match& m) {
  auto comparedWithConst = [](Term t) { return t.op() == Op::Eq && isConstAt(t, 1); };
  auto merge = [&](Term x, Term y) -> Term {
    if (!comparedWithConst(x)) return {};
    const bool negated = y.op() == Op::Not;
    const Term other = negated ? y.kid(0) : y;
    if (!comparedWithConst(other) || !(other.kid(0) == x.kid(0))) return {};
    return negated ? x : m.constant(0); // x == c1 & !(x == c2) => x == c1; x == c1 & x == c2 => false
  };
  if (Term r = merge(m.a, m.b)) return r;
  return merge(m.b, m.a);
}

Term simplifyAnd(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (b.isConst(0)) return b;                  // x & 0 => 0
  if (b.isConst(m.ones()) || a == b) return a; // x & ones => x; x & x => x
  if (complements(a, b)) return m.constant(0); // x & ~x => 0
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (has(x, Op::And, y)) return x; // (x & y) & y => x & y
    if (has(x, Op::Or, y)) return y;  // (x | y) & y => y
    if (x.op() == Op::And && (complements(x.kid(0), y) || complements(x.kid(1), y))) return m.constant(0);
  }
  if (b.isConst()) {
    if (a.op() == Op::And && isConstAt(a, 1))
      return m.same(a.kid(0), m.constant(a.kid(1).value() & b.value()));
    if (a.op() == Op::ZExt) { // zext(x) & c => zext(x & c)
      const Term x = a.kid(0);
      return tm.zext(tm.andOf(x, tm.constant(b.value(), x.width())), width);
    }
  }
  return width == 1 ? conjoinComparisons(m) : Term();
}

Term simplifyOr(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (b.isConst(m.ones())) return b;                  // x | ones => ones
  if (b.isConst(0) || a == b) return a;               // x | 0 => x; x | x => x
  if (complements(a, b)) return m.constant(m.ones()); // x | ~x => ones
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (has(x, Op::Or, y)) return x;  // (x | y) | y => x | y
    if (has(x, Op::And, y)) return y; // (x & y) | y => y
    if (x.op() == Op::Or && (complements(x.kid(0), y) || complements(x.kid(1), y)))
      return m.constant(m.ones());
  }
  if (b.isConst() && a.op() == Op::Or && isConstAt(a, 1)) // (x | c1) | c2 => x | (c1 | c2)
    return m.same(a.kid(0), m.constant(a.kid(1).value() | b.value()));
  return {};
}

Term simplifyXor(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (b.isConst(0)) return a;                         // x ^ 0 => x
  if (b.isConst(m.ones())) return tm.notOf(a);        // x ^ ones => ~x
  if (a == b) return m.constant(0);                   // x ^ x => 0
  if (complements(a, b)) return m.constant(m.ones()); // x ^ ~x => ones
  if (has(a, Op::Xor, b)) return other(a, b);         // (x ^ y) ^ y => x
  if (has(b, Op::Xor, a)) return other(b, a);
  if (b.isConst() && a.op() == Op::Xor && isConstAt(a, 1)) // (x ^ c1) ^ c2 => x ^ (c1 ^ c2)
    return m.same(a.kid(0), m.constant(a.kid(1).value() ^ b.value()));
  return {};
}

Term simplifyAdd(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (width == 1) return tm.xorOf(a, b);
  if (b.isConst(0)) return a; // x + 0 => x
  if (b.isConst()) {
    if (isPlusConst(a)) return m.same(a.kid(0), m.constant(a.kid(1).value() + b.value())); // (x + c1) + c2
    if (a.op() == Op::Sub && isConstAt(a, 0)) // (c1 - x) + c2 => (c1 + c2) - x
      return tm.sub(m.constant(a.kid(0).value() + b.value()), a.kid(1));
    return {};
  }
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (isPlusConst(x)) return m.same(m.same(x.kid(0), y), x.kid(1)); // (x + c) + y => (x + y) + c
    if (x.op() == Op::Neg) return tm.sub(y, x.kid(0));                // -x + y => y - x
    if (x.op() == Op::Sub && x.kid(1) == y) return x.kid(0);          // (x - y) + y => x
  }
  return {};
}

Term simplifySub(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (width == 1) return tm.xorOf(a, b);
  if (a == b) return m.constant(0);                             // x - x => 0
  if (b.isConst()) return tm.add(a, m.constant(0 - b.value())); // x - c => x + -c
  if (a.isConst(0)) return tm.neg(b);                           // 0 - x => -x
  if (a.isConst() && isPlusConst(b))                            // c1 - (x + c2) => (c1 - c2) - x
    return m.same(m.constant(a.value() - b.kid(1).value()), b.kid(0));
  if (isPlusConst(a)) return tm.add(m.same(a.kid(0), b), a.kid(1)); // (x + c) - y => (x - y) + c
  if (isPlusConst(b)) return tm.add(m.same(a, b.kid(0)), m.constant(0 - b.kid(1).value()));
  if (b.op() == Op::Neg) return tm.add(a, b.kid(0));  // x - -y => x + y
  if (has(a, Op::Add, b)) return other(a, b);         // (x + y) - y => x
  if (has(b, Op::Add, a)) return tm.neg(other(b, a)); // y - (x + y) => -x
  return {};
}

Term simplifyMul(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (width == 1) return tm.andOf(a, b);
  if (!b.isConst()) return {};
  if (b.isConst(0)) return b;                // x * 0 => 0
  if (b.isConst(1)) return a;                // x * 1 => x
  if (b.isConst(m.ones())) return tm.neg(a); // x * -1 => -x
  if (a.op() == Op::Mul && isConstAt(a, 1)) return m.same(a.kid(0), m.constant(a.kid(1).value() * b.value()));
  if (isPlusConst(a)) // (x + c1) * c2 => x * c2 + c1 * c2
    return tm.add(m.same(a.kid(0), b), m.constant(a.kid(1).value() * b.value()));
  return {};
}

Term simplifyDivision(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  const bool remainder = op == Op::URem || op == Op::SRem;
  const bool isSigned = op == Op::SDiv || op == Op::SRem;
  if (remainder && (a == b || a.isConst(0))) return m.constant(0); // x % x => 0; 0 % x => 0, also for x == 0
  if (!b.isConst()) return {};
  const uint64_t d = b.value();
  if (d == 0 && remainder) return a;                         // x % 0 => x
  if (d == 0 && op == Op::UDiv) return m.constant(m.ones()); // x / 0 => ones
  if (d == 1) return remainder ? m.constant(0) : a;          // x / 1 => x (in width 1 also the signed x / -1)
  if (isSigned && d == m.ones()) return remainder ? m.constant(0) : tm.neg(a); // x / -1 => -x
  if (!isSigned && d != 0 && (d & (d - 1)) == 0) {
    if (remainder) return tm.andOf(a, m.constant(d - 1)); // x % 2^k => x & (2^k - 1)
    return tm.make(Op::LShr, width, a,
                   m.constant(static_cast<uint64_t>(__builtin_ctzll(d)))); // x / 2^k => x >> k
  }
  return {};
}

Term simplifyShift(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (b.isConst(0) || a.isConst(0)) return a;          // x << 0 => x; 0 << x => 0
  if (op == Op::AShr && a.isConst(m.ones())) return a; // ones >> x => ones
  if (!b.isConst()) return {};
  const bool arithmetic = op == Op::AShr;
  const uint64_t most = arithmetic ? width - 1 : width; // shifting further changes nothing
  if (!arithmetic && b.value() >= width) return m.constant(0);
  if (arithmetic && b.value() > most) return m.same(a, m.constant(most));
  if (a.op() == op && isConstAt(a, 1)) { // (x << c1) << c2 => x << (c1 + c2)
    const uint64_t sum = std::min(a.kid(1).value() + b.value(), most);
    return sum >= width ? m.constant(0) : m.same(a.kid(0), m.constant(sum));
  }
  return {};
}

// Undoes on both sides of x == k the operators whose inverse is known, in a loop, since such chains may be
// long. False: the two sides can't be equal.
bool peelEquation(TermManager& tm, Term& x, uint64_t& k) {
  for (;;) {
    const unsigned width = x.width();
    if (x.op() == Op::Not)
      k = ~k;
    else if (x.op() == Op::Neg)
      k = 0 - k;
    else if (x.op() == Op::Add && isConstAt(x, 1))
      k -= x.kid(1).value();
    else if (x.op() == Op::Xor && isConstAt(x, 1))
      k ^= x.kid(1).value();
    else if (x.op() == Op::Sub && isConstAt(x, 0)) {
      k = truncateTo(x.kid(0).value() - k, width);
      x = x.kid(1);
      continue;
    } else if (isExtension(x)) {
      const Term inner = x.kid(0);
      if (applyOp(x.op(), width, inner.width(), 0, truncateTo(k, inner.width()), 0, 0) != k) return false;
      k = truncateTo(k, inner.width());
    } else if (x.op() == Op::Concat && (isConstAt(x, 0) || isConstAt(x, 1))) {
      const unsigned variable = isConstAt(x, 0) ? 1 : 0, lowWidth = x.kid(1).width();
      const uint64_t high = k >> lowWidth, low = truncateTo(k, lowWidth);
      if (x.kid(1 - variable).value() != (variable == 1 ? high : low)) return false;
      k = variable == 1 ? low : high;
      x = x.kid(variable);
      continue;
    } else
      return true;
    k = truncateTo(k, width);
    x = x.kid(0);
  }
}

Term equalsConst(const Match& m) {
  TermManager& tm = m.tm;
  Term x = m.a;
  uint64_t k = m.b.value();
  if (!peelEquation(tm, x, k)) return tm.falseTerm();
  if (x.width() == 1) return k == 1 ? x : tm.notOf(x);           // x == 1 => x; x == 0 => !x
  if (x.op() == Op::Address && k == 0) return tm.falseTerm();    // no object lies at 0
  if (x.op() == Op::Ite && isConstAt(x, 1) && isConstAt(x, 2)) { // ite(c, k1, k2) == k
    const bool then = x.kid(1).value() == k, otherwise = x.kid(2).value() == k;
    if (then == otherwise) return tm.boolean(then);
    return then ? x.kid(0) : tm.notOf(x.kid(0));
  }
  if (x == m.a) return {};
  return tm.eq(x, tm.constant(k, x.width()));
}

Term simplifyEq(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (a == b) return tm.trueTerm();
  if (complements(a, b)) return tm.falseTerm();
  if (b.isConst()) return equalsConst(m);
  if (a.op() == Op::Address && b.op() == Op::Address) return tm.falseTerm(); // objects are distinct
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (isPlusConst(x) && isPlusConst(y)) // x + c1 == y + c2 => x + (c1 - c2) == y
      return tm.eq(tm.add(x.kid(0), tm.constant(x.kid(1).value() - y.kid(1).value(), x.width())), y.kid(0));
    if (has(x, Op::Add, y) || has(x, Op::Xor, y)) // x + y == y => x == 0
      return tm.eq(other(x, y), tm.constant(0, x.width()));
  }
  if (a.op() == b.op() && isExtension(a) && a.kid(0).width() == b.kid(0).width())
    return tm.eq(a.kid(0), b.kid(0)); // zext(x) == zext(y) => x == y
  return {};
}

// Comparisons of zero-extended terms are comparisons of what was extended, if the constant side fits.
Term narrowUlt(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (a.op() == Op::ZExt && b.op() == Op::ZExt && a.kid(0).width() == b.kid(0).width())
    return m.same(a.kid(0), b.kid(0));
  if (a.op() == Op::ZExt && b.isConst()) {
    const unsigned w = a.kid(0).width();
    return b.value() > maskOf(w) ? tm.trueTerm() : m.same(a.kid(0), tm.constant(b.value(), w));
  }
  if (b.op() == Op::ZExt && a.isConst()) {
    const unsigned w = b.kid(0).width();
    return a.value() >= maskOf(w) ? tm.falseTerm() : m.same(tm.constant(a.value(), w), b.kid(0));
  }
  return {};
}

Term simplifyUlt(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (a == b || b.isConst(0) || a.isConst(m.ones())) return tm.falseTerm(); // x < x; x < 0; ones < x
  if (a.width() == 1) return tm.andOf(tm.notOf(a), b);                      // in width 1: !x & y
  if (b.isConst(1)) return tm.eq(a, tm.constant(0, a.width()));             // x < 1 => x == 0
  if (a.isConst(0)) return tm.ne(b, a);                                     // 0 < x => x != 0
  if (b.isConst(m.ones())) return tm.ne(a, b);                              // x < ones => x != ones
  return narrowUlt(m);
}

Term simplifyUle(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (a == b || a.isConst(0) || b.isConst(m.ones())) return tm.trueTerm();
  if (b.isConst()) return tm.ult(a, tm.constant(b.value() + 1, a.width())); // x <= c => x < c + 1
  if (a.isConst()) return tm.ult(tm.constant(a.value() - 1, a.width()), b); // c <= x => c - 1 < x
  if (a.width() == 1) return tm.orOf(tm.notOf(a), b);
  if (a.op() == Op::ZExt && b.op() == Op::ZExt && a.kid(0).width() == b.kid(0).width())
    return m.same(a.kid(0), b.kid(0));
  return {};
}

Term narrowSlt(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  const unsigned w = a.width();
  auto notNegative = [&](Term t) {
    return t.op() == Op::ZExt || (t.isConst() && (t.value() & signBit(w)) == 0);
  };
  auto negative = [&](Term t) { return t.isConst() && (t.value() & signBit(w)) != 0; };
  if (notNegative(a) && notNegative(b)) return tm.ult(a, b); // both are below the sign bit
  if (notNegative(a) && negative(b)) return tm.falseTerm();
  if (negative(a) && notNegative(b)) return tm.trueTerm();
  auto inner = [](Term t) { return t.kid(0).width(); };
  auto fits = [&](Term t, unsigned n) {
    return t.isConst() && signedOf(truncateTo(t.value(), n), n) == signedOf(t.value(), w);
  };
  if (a.op() == Op::SExt && b.op() == Op::SExt && inner(a) == inner(b)) return m.same(a.kid(0), b.kid(0));
  if (a.op() == Op::SExt && b.isConst())
    return fits(b, inner(a)) ? m.same(a.kid(0), tm.constant(b.value(), inner(a))) : tm.boolean(!negative(b));
  if (b.op() == Op::SExt && a.isConst())
    return fits(a, inner(b)) ? m.same(tm.constant(a.value(), inner(b)), b.kid(0)) : tm.boolean(negative(a));
  return {};
}

Term simplifySlt(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  const uint64_t min = signBit(a.width()), max = min - 1;
  if (a == b || b.isConst(min) || a.isConst(max)) return tm.falseTerm(); // x < x; x < min; max < x
  if (a.width() == 1) return tm.andOf(a, tm.notOf(b));                   // in width 1 a set bit is -1
  if (a.isConst(min)) return tm.ne(b, a);                                // min < x => x != min
  if (b.isConst(max)) return tm.ne(a, b);                                // x < max => x != max
  return narrowSlt(m);
}

Term simplifySle(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  const uint64_t min = signBit(a.width()), max = min - 1;
  if (a == b || a.isConst(min) || b.isConst(max)) return tm.trueTerm();
  if (b.isConst()) return tm.slt(a, tm.constant(b.value() + 1, a.width())); // x <= c => x < c + 1
  if (a.isConst()) return tm.slt(tm.constant(a.value() - 1, a.width()), b); // c <= x => c - 1 < x
  if (a.width() == 1) return tm.orOf(a, tm.notOf(b));
  return {};
}

Term simplifyBooleanIte(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (b.isTrue() || b == a) return tm.orOf(a, c);   // ite(c, 1, e) => c | e
  if (c.isFalse() || c == a) return tm.andOf(a, b); // ite(c, t, 0) => c & t
  if (b.isFalse()) return tm.andOf(tm.notOf(a), c); // ite(c, 0, e) => !c & e
  if (c.isTrue()) return tm.orOf(tm.notOf(a), b);   // ite(c, t, 1) => !c | t
  return {};
}

Term simplifyIte(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (a.isConst()) return a.isTrue() ? b : c;
  if (b == c) return b;                                 // ite(c, t, t) => t
  if (a.op() == Op::Not) return tm.ite(a.kid(0), c, b); // ite(!c, t, e) => ite(c, e, t)
  if (width == 1) return simplifyBooleanIte(m);
  if (b.isConst(1) && c.isConst(0)) return tm.zext(a, width); // ite(c, 1, 0) => zext(c)
  if (b.isConst(0) && c.isConst(1)) return tm.zext(tm.notOf(a), width);
  if (b.op() == Op::Ite && b.kid(0) == a)
    return tm.ite(a, b.kid(1), c); // ite(c, ite(c, x, y), e) => ite(c, x, e)
  if (c.op() == Op::Ite && c.kid(0) == a) return tm.ite(a, b, c.kid(2));
  if (a.op() == Op::Eq && has(a, Op::Eq, b) && has(a, Op::Eq, c)) return c; // ite(x == y, x, y) => y
  return {};
}

// Two neighbouring pieces of one term, as one piece.
Term joinPieces(TermManager& tm, Term high, Term low) {
  if (high.op() != Op::Extract || low.op() != Op::Extract || !(high.kid(0) == low.kid(0))) return {};
  if (low.value() + low.width() != high.value()) return {};
  return tm.extract(low.kid(0), static_cast<unsigned>(low.value()), low.width() + high.width());
}

Term simplifyConcat(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (a.op() == Op::Concat) return tm.concat(a.kid(0), tm.concat(a.kid(1), b)); // right-associated
  if (b.op() == Op::Concat) {
    if (a.isConst() && b.kid(0).isConst()) return tm.concat(tm.concat(a, b.kid(0)), b.kid(1));
    if (Term joined = joinPieces(tm, a, b.kid(0))) return tm.concat(joined, b.kid(1));
  }
  if (a.isConst(0)) return tm.zext(b, width); // 0 . x => zext(x)
  return joinPieces(tm, a, b);
}

Term extractOfExtension(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  const Term x = a.kid(0);
  const auto low = static_cast<unsigned>(value);
  if (low + width <= x.width()) return tm.extract(x, low, width);
  if (low < x.width()) return tm.make(a.op(), width, tm.extract(x, low, x.width() - low));
  if (a.op() == Op::ZExt) return m.constant(0);
  return tm.sext(tm.extract(x, x.width() - 1, 1), width);
}

Term extractOfConcat(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  const Term high = a.kid(0), low = a.kid(1);
  const auto from = static_cast<unsigned>(value);
  if (from + width <= low.width()) return tm.extract(low, from, width);
  if (from >= low.width()) return tm.extract(high, from - low.width(), width);
  return tm.concat(tm.extract(high, 0, from + width - low.width()),
                   tm.extract(low, from, low.width() - from));
}

// The low bits of arithmetic on extended terms, as C's integer promotions make it: trunc(zext(x) + c) => x +
// c.
Term truncOfPromoted(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  auto promoted = [&](Term t) { return t.isConst() || (isExtension(t) && t.kid(0).width() == width); };
  if (!promoted(a.kid(0)) || !promoted(a.kid(1))) return {};
  return tm.make(a.op(), width, tm.trunc(a.kid(0), width), tm.trunc(a.kid(1), width));
}

Term simplifyExtract(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (width == a.width()) return a;
  switch (a.op()) {
  case Op::Extract:
    return tm.extract(a.kid(0), static_cast<unsigned>(a.value() + value), width);
  case Op::Concat:
    return extractOfConcat(m);
  case Op::ZExt:
  case Op::SExt:
    return extractOfExtension(m);
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return value == 0 ? truncOfPromoted(m) : Term();
  case Op::Ite:
    if (!isConstAt(a, 1) || !isConstAt(a, 2)) return {};
    return tm.ite(a.kid(0), m.constant(a.kid(1).value() >> value), m.constant(a.kid(2).value() >> value));
  default:
    return {};
  }
}

Term simplifyExtension(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (width == a.width()) return a;
  if (a.op() == op) return tm.make(op, width, a.kid(0));   // zext(zext(x)) => zext(x)
  if (a.op() == Op::ZExt) return tm.zext(a.kid(0), width); // sext(zext(x)) => zext(x): its sign bit is 0
  return {};
}

Term simplifyOverflow(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (b.isConst(0)) return tm.falseTerm(); // x + 0, x - 0, x * 0
  if (op == Op::SSubO && a == b) return tm.falseTerm();
  if (op == Op::SMulO && b.isConst(1) && b.width() > 1) return tm.falseTerm();
  return {};
}

Term simplifyFloat(const Match& m) {
  if (m.op == Op::FNeg && m.a.op() == Op::FNeg) return m.a.kid(0); // only the sign bit changes, also of a NaN
  if (m.op == Op::FOlt && m.a == m.b) return m.tm.falseTerm();
  return {};
}

Term simplify(const Match& m) {
  switch (m.op) {
  case Op::Not:
    return simplifyNot(m);
  case Op::Neg:
    return simplifyNeg(m);
  case Op::And:
    return simplifyAnd(m);
  case Op::Or:
    return simplifyOr(m);
  case Op::Xor:
    return simplifyXor(m);
  case Op::Add:
    return simplifyAdd(m);
  case Op::Sub:
    return simplifySub(m);
  case Op::Mul:
    return simplifyMul(m);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
    return simplifyDivision(m);
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return simplifyShift(m);
  case Op::Eq:
    return simplifyEq(m);
  case Op::Ult:
    return simplifyUlt(m);
  case Op::Ule:
    return simplifyUle(m);
  case Op::Slt:
    return simplifySlt(m);
  case Op::Sle:
    return simplifySle(m);
  case Op::Ite:
    return simplifyIte(m);
  case Op::Concat:
    return simplifyConcat(m);
  case Op::Extract:
    return simplifyExtract(m);
  case Op::ZExt:
  case Op::SExt:
    return simplifyExtension(m);
  case Op::SAddO:
  case Op::SSubO:
  case Op::SMulO:
    return simplifyOverflow(m);
  default:
    return simplifyFloat(m);
  }
}

bool isCommutative(Op op) {
  switch (op) {
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Add:
  case Op::Mul:
  case Op::Eq:
  case Op::SAddO:
  case Op::SMulO:
  case Op::FOeq:
  case Op::FUno:
    return true;
  default:
    return false; // not FAdd and FMul: which NaN comes out depends on the order
  }
}

// Constants second; else by structure, so that the order does not depend on what was built before.
bool inOrder(Term a, Term b) {
  if (a.isConst() || b.isConst()) return !a.isConst();
  if (a.node()->hash != b.node()->hash) return a.node()->hash < b.node()->hash;
  return a.id() < b.id();
}

} // namespace

Term TermManager::make(Op op, unsigned width, Term a, Term b, Term c, uint64_t value) {
  HEDDLE_CHECK(wellFormed(op, width, a, b, c, value),
               fmt::format("ill-formed term: {} of width {}", opName(op), width));
  if (isCommutative(op) && !inOrder(a, b)) std::swap(a, b);
  if (a.isConst() && (!b || b.isConst()) && (!c || c.isConst())) {
    const unsigned operandWidth = op == Op::Ite || op == Op::Concat ? b.width() : a.width();
    return constant(applyOp(op, width, operandWidth, value, a.value(), b ? b.value() : 0, c ? c.value() : 0),
                    width);
  }
  if (Term simpler = simplify({*this, op, width, a, b, c, value})) return simpler;
  return intern(op, width, op == Op::Extract ? value : 0, a, b, c);
}

} // namespace heddle::logic
