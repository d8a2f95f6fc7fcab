// The operators on concrete values. simplify.cpp folds constants with applyOp, interp/ computes with it.
#include "logic/eval.h"

#include "support/error.h"

#include <bit>
#include <cmath>
#include <unordered_map>

namespace heddle::logic {

namespace {

double toDouble(uint64_t bits, unsigned width) {
  return width == 32 ? std::bit_cast<float>(static_cast<uint32_t>(bits)) : std::bit_cast<double>(bits);
}

uint64_t fromDouble(double d) { return std::bit_cast<uint64_t>(d); }
uint64_t fromFloat(float f) { return std::bit_cast<uint32_t>(f); }

template <typename F>
F floatOp(Op op, F a, F b) {
  switch (op) {
  case Op::FAdd:
    return a + b;
  case Op::FSub:
    return a - b;
  case Op::FMul:
    return a * b;
  case Op::FDiv:
    return a / b;
  default:
    return std::fmod(a, b);
  }
}

// In single precision where the operands are: rounding a double result again could differ in the last bit.
uint64_t floatArithmetic(Op op, unsigned width, uint64_t a, uint64_t b) {
  if (width == 64) return fromDouble(floatOp(op, std::bit_cast<double>(a), std::bit_cast<double>(b)));
  return fromFloat(floatOp(op, std::bit_cast<float>(static_cast<uint32_t>(a)),
                           std::bit_cast<float>(static_cast<uint32_t>(b))));
}

uint64_t floatCompare(Op op, double a, double b) {
  switch (op) {
  case Op::FOeq:
    return a == b;
  case Op::FOlt:
    return a < b;
  case Op::FOle:
    return a <= b;
  default:
    return std::isnan(a) || std::isnan(b);
  }
}

// C leaves out-of-range conversions undefined; these are the machine's answers on x86-64: the smallest signed
// number for signed targets, and for unsigned ones what the conversion through 64 signed bits gives.
uint64_t floatToInt(Op op, unsigned width, double d) {
  constexpr double two63 = 9223372036854775808.0;
  const double whole = std::trunc(d);
  if (op == Op::FToSI) {
    const double limit = std::ldexp(1.0, static_cast<int>(width) - 1);
    if (whole >= -limit && whole < limit) return static_cast<uint64_t>(static_cast<int64_t>(whole));
    return 1ull << (width - 1);
  }
  if (whole >= -two63 && whole < two63) return static_cast<uint64_t>(static_cast<int64_t>(whole));
  if (whole >= two63 && whole < 2 * two63) return static_cast<uint64_t>(whole);
  return 1ull << (width - 1);
}

uint64_t intToFloat(unsigned width, uint64_t a, bool isSigned) {
  const auto s = static_cast<int64_t>(a);
  if (width == 64) return fromDouble(isSigned ? static_cast<double>(s) : static_cast<double>(a));
  return fromFloat(isSigned ? static_cast<float>(s) : static_cast<float>(a));
}

uint64_t divide(Op op, unsigned w, uint64_t a, uint64_t b) {
  const int64_t sa = signedOf(a, w), sb = signedOf(b, w);
  switch (op) {
  case Op::UDiv:
    return b == 0 ? maskOf(w) : a / b;
  case Op::URem:
    return b == 0 ? a : a % b;
  case Op::SDiv:
    if (b == 0) return sa < 0 ? 1 : maskOf(w);
    return sb == -1 ? 0 - a : static_cast<uint64_t>(sa / sb); // INT64_MIN / -1 would trap
  default:
    return b == 0 ? a : sb == -1 ? 0 : static_cast<uint64_t>(sa % sb);
  }
}

uint64_t shift(Op op, unsigned w, uint64_t a, uint64_t b) {
  switch (op) {
  case Op::Shl:
    return b >= w ? 0 : a << b;
  case Op::LShr:
    return b >= w ? 0 : a >> b;
  default:
    return static_cast<uint64_t>(signedOf(a, w) >> (b >= w ? w - 1 : b));
  }
}

bool overflows(Op op, unsigned w, uint64_t a, uint64_t b) {
  const int64_t x = signedOf(a, w), y = signedOf(b, w);
  int64_t r = 0;
  bool wide = false;
  if (op == Op::SAddO)
    wide = __builtin_add_overflow(x, y, &r);
  else if (op == Op::SSubO)
    wide = __builtin_sub_overflow(x, y, &r);
  else
    wide = __builtin_mul_overflow(x, y, &r);
  return wide || signedOf(truncateTo(static_cast<uint64_t>(r), w), w) != r;
}

// The result, before truncation to the width.
uint64_t rawResult(Op op, unsigned width, unsigned w, uint64_t value, uint64_t a, uint64_t b, uint64_t c) {
  // clang-format off
  switch (op) {
  case Op::Const: return value;
  case Op::Var: case Op::Address:
    break;
  case Op::Not: return ~a;
  case Op::Neg: return 0 - a;
  case Op::And: return a & b;
  case Op::Or: return a | b;
  case Op::Xor: return a ^ b;
  case Op::Add: return a + b;
  case Op::Sub: return a - b;
  case Op::Mul: return a * b;
  case Op::UDiv: case Op::SDiv: case Op::URem: case Op::SRem: return divide(op, w, a, b);
  case Op::Shl: case Op::LShr: case Op::AShr: return shift(op, w, a, b);
  case Op::Eq: return a == b;
  case Op::Ult: return a < b;
  case Op::Ule: return a <= b;
  case Op::Slt: return signedOf(a, w) < signedOf(b, w);
  case Op::Sle: return signedOf(a, w) <= signedOf(b, w);
  case Op::Ite: return a != 0 ? b : c;
  case Op::Concat: return (a << w) | b;
  case Op::Extract: return a >> value;
  case Op::ZExt: return a;
  case Op::SExt: return static_cast<uint64_t>(signedOf(a, w));
  case Op::SAddO: case Op::SSubO: case Op::SMulO: return overflows(op, w, a, b);
  case Op::FAdd: case Op::FSub: case Op::FMul: case Op::FDiv: case Op::FRem:
    return floatArithmetic(op, w, a, b);
  case Op::FNeg: return a ^ (1ull << (w - 1));
  case Op::FOeq: case Op::FOlt: case Op::FOle: case Op::FUno:
    return floatCompare(op, toDouble(a, w), toDouble(b, w));
  case Op::FToSI: case Op::FToUI: return floatToInt(op, width, toDouble(a, w));
  case Op::SIToF: return intToFloat(width, static_cast<uint64_t>(signedOf(a, w)), true);
  case Op::UIToF: return intToFloat(width, a, false);
  case Op::FExt: return fromDouble(toDouble(a, 32));
  case Op::FTrunc: return fromFloat(static_cast<float>(std::bit_cast<double>(a)));
  }
  // clang-format on
  throw InternalError("applyOp: not an operator");
}

} // namespace

uint64_t applyOp(Op op, unsigned width, unsigned operandWidth, uint64_t value, uint64_t a, uint64_t b,
                 uint64_t c) {
  return truncateTo(rawResult(op, width, operandWidth, value, a, b, c), width);
}

uint64_t applyTo(Term n, uint64_t a, uint64_t b, uint64_t c) {
  const bool second = n.op() == Op::Ite || n.op() == Op::Concat;
  return applyOp(n.op(), n.width(), n.kid(second ? 1 : 0).width(), n.value(), a, b, c);
}

namespace {

using Leaf = std::function<uint64_t(Term leaf)>;

uint64_t valueOfLeaf(Term n, const Leaf& leaf) {
  return n.isConst() ? n.value() : truncateTo(leaf(n), n.width());
}

// False: deeper than that. Most terms are small, and need no table of what is known already.
bool evaluateShallow(Term t, const Leaf& leaf, unsigned depth, uint64_t& value) {
  if (t.arity() == 0) {
    value = valueOfLeaf(t, leaf);
    return true;
  }
  if (depth == 0) return false;
  uint64_t kids[3] = {};
  for (unsigned i = 0; i < t.arity(); ++i)
    if (!evaluateShallow(t.kid(i), leaf, depth - 1, kids[i])) return false;
  value = applyTo(t, kids[0], kids[1], kids[2]);
  return true;
}

} // namespace

uint64_t evaluate(Term t, const Leaf& leaf) {
  constexpr unsigned shallow = 3;
  uint64_t value = 0;
  if (evaluateShallow(t, leaf, shallow, value)) return value;
  std::unordered_map<const Node*, uint64_t> values;
  forEachNode(t, [&](Term n) {
    auto kid = [&](unsigned i) { return i < n.arity() ? values.at(n.kid(i).node()) : 0; };
    values.emplace(n.node(), n.arity() == 0 ? valueOfLeaf(n, leaf) : applyTo(n, kid(0), kid(1), kid(2)));
  });
  return values.at(t.node());
}

} // namespace heddle::logic
