// Rules for ite, and for what takes bit-vectors apart and puts them together.
#include "logic/simplify.h"

namespace heddle::logic {

namespace {

Term simplifyBooleanIte(const Match& m) {
  auto& [tm, op, width, a, b, c, value] = m;
  if (b.isTrue() || b == a) return tm.orOf(a, c);   // ite(c, 1, e) => c | e
  if (c.isFalse() || c == a) return tm.andOf(a, b); // ite(c, t, 0) => c & t
  if (b.isFalse()) return tm.andOf(tm.notOf(a), c); // ite(c, 0, e) => !c & e
  if (c.isTrue()) return tm.orOf(tm.notOf(a), b);   // ite(c, t, 1) => !c | t
  return {};
}

// Two neighbouring pieces of one term, as one piece.
Term joinPieces(TermManager& tm, Term high, Term low) {
  if (high.op() != Op::Extract || low.op() != Op::Extract || !(high.kid(0) == low.kid(0))) return {};
  if (low.value() + low.width() != high.value()) return {};
  return tm.extract(low.kid(0), static_cast<unsigned>(low.value()), low.width() + high.width());
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

} // namespace

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

} // namespace heddle::logic
