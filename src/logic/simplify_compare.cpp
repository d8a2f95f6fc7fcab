// Rules for ==, < and <=, unsigned and signed.
#include "logic/simplify.h"

#include <utility>

namespace heddle::logic {

namespace {

// Undoes on both sides of x == k the operators whose inverse is known, in a loop, since such chains may be
// long. False: the two sides can't be equal.
bool peelEquation(Term& x, uint64_t& k) {
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
  if (!peelEquation(x, k)) return tm.falseTerm();
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

} // namespace

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

} // namespace heddle::logic
