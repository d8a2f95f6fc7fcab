// The simplifying constructor: dispatch, and the arithmetic and bitwise rules. Each rule is a line `match =>
// result`; tests/unit/logic compares all of them with applyOp. How rules work: simplify.h.
#include "logic/simplify.h"

#include "support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heddle::logic {

namespace {

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
  // clang-format off
  switch (m.op) {
  case Op::Not: return simplifyNot(m);
  case Op::Neg: return simplifyNeg(m);
  case Op::And: return simplifyAnd(m);
  case Op::Or: return simplifyOr(m);
  case Op::Xor: return simplifyXor(m);
  case Op::Add: return simplifyAdd(m);
  case Op::Sub: return simplifySub(m);
  case Op::Mul: return simplifyMul(m);
  case Op::UDiv: case Op::SDiv: case Op::URem: case Op::SRem: return simplifyDivision(m);
  case Op::Shl: case Op::LShr: case Op::AShr: return simplifyShift(m);
  case Op::Eq: return simplifyEq(m);
  case Op::Ult: return simplifyUlt(m);
  case Op::Ule: return simplifyUle(m);
  case Op::Slt: return simplifySlt(m);
  case Op::Sle: return simplifySle(m);
  case Op::Ite: return simplifyIte(m);
  case Op::Concat: return simplifyConcat(m);
  case Op::Extract: return simplifyExtract(m);
  case Op::ZExt: case Op::SExt: return simplifyExtension(m);
  case Op::SAddO: case Op::SSubO: case Op::SMulO: return simplifyOverflow(m);
  default:
    return simplifyFloat(m);
  }
  // clang-format on
}

bool isCommutative(Op op) {
  // clang-format off
  switch (op) {
  case Op::And: case Op::Or: case Op::Xor: case Op::Add: case Op::Mul: case Op::Eq: case Op::SAddO:
  case Op::SMulO: case Op::FOeq: case Op::FUno: return true;
  default:
    return false; // not FAdd and FMul: which NaN comes out depends on the order
  }
  // clang-format on
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
