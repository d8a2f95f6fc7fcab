#include "logic/z3/translate.h"

#include <fmt/format.h>

namespace heddle::logic::z3solver {

namespace {

bool isLogic(Term t) {
  if (t.width() != 1) return false;
  return t.op() == Op::Not || t.op() == Op::And || t.op() == Op::Or || t.op() == Op::Xor || t.op() == Op::Ite;
}

} // namespace

z3::expr Translation::boolean(Term t) {
  translate(t);
  return booleanOf(t);
}

z3::expr Translation::vector(Term t) {
  translate(t);
  return vectorOf(t);
}

z3::expr Translation::booleanOf(Term done) {
  const z3::expr& e = known_.at(done);
  return e.is_bool() ? e : e == context_.bv_val(1, 1);
}

z3::expr Translation::vectorOf(Term done) {
  const z3::expr& e = known_.at(done);
  return e.is_bool() ? z3::ite(e, context_.bv_val(1, 1), context_.bv_val(0, 1)) : e;
}

const z3::expr& Translation::translate(Term t) {
  std::vector<Term> stack{t};
  while (!stack.empty()) {
    const Term n = stack.back();
    const size_t waiting = stack.size();
    for (unsigned i = 0; i < n.arity() && !known_.contains(n); ++i)
      if (!known_.contains(n.kid(i))) stack.push_back(n.kid(i));
    if (stack.size() > waiting) continue;
    stack.pop_back();
    if (!known_.contains(n))
      known_.emplace(n, n.arity() == 0 ? leaf(n) : isLogic(n) ? logic(n) : arithmetic(n));
  }
  return known_.at(t);
}

z3::expr Translation::leaf(Term t) {
  if (t.op() == Op::Address) return open(t);
  if (t.isConst())
    return t.width() == 1 ? context_.bool_val(t.value() == 1) : context_.bv_val(t.value(), t.width());
  const std::string name = fmt::format("s{}", t.value());
  return t.width() == 1 ? context_.bool_const(name.c_str()) : context_.bv_const(name.c_str(), t.width());
}

z3::expr Translation::open(Term t) {
  if (unsupported_.empty()) unsupported_ = opName(t.op());
  return context_.bv_const(fmt::format("open{}", t.id()).c_str(), t.width());
}

z3::expr Translation::logic(Term t) {
  const z3::expr a = booleanOf(t.kid(0));
  if (t.op() == Op::Not) return !a;
  const z3::expr b = booleanOf(t.kid(1));
  if (t.op() == Op::And) return a && b;
  if (t.op() == Op::Or) return a || b;
  if (t.op() == Op::Xor) return a != b;
  return z3::ite(a, b, booleanOf(t.kid(2)));
}

z3::expr Translation::compare(Term t) {
  const z3::expr a = vectorOf(t.kid(0)), b = vectorOf(t.kid(1));
  // clang-format off
  switch (t.op()) {
  case Op::Eq: return a == b;
  case Op::Ult: return z3::ult(a, b);
  case Op::Ule: return z3::ule(a, b);
  case Op::Slt: return z3::slt(a, b);
  case Op::Sle: return z3::sle(a, b);
  default: break;
  }
  // clang-format on
  // Overflow: the exact result does not fit.
  const unsigned w = t.kid(0).width(), wide = t.op() == Op::SMulO ? w : 1;
  const z3::expr x = z3::sext(a, wide), y = z3::sext(b, wide);
  const z3::expr exact = t.op() == Op::SAddO ? x + y : t.op() == Op::SSubO ? x - y : x * y;
  return exact != z3::sext(exact.extract(w - 1, 0), wide);
}

z3::expr Translation::arithmetic(Term t) {
  if (t.width() == 1 && t.arity() == 2) switch (t.op()) {
    case Op::Eq:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
    case Op::SAddO:
    case Op::SSubO:
    case Op::SMulO:
      return compare(t);
    default:
      break;
    }
  if (t.op() == Op::Ite) return z3::ite(booleanOf(t.kid(0)), vectorOf(t.kid(1)), vectorOf(t.kid(2)));
  const z3::expr a = vectorOf(t.kid(0)), b = t.arity() > 1 ? vectorOf(t.kid(1)) : a;
  const unsigned extra = t.width() - std::min(t.width(), t.kid(0).width());
  const auto low = static_cast<unsigned>(t.value());
  // clang-format off
  switch (t.op()) {
  case Op::Not: return ~a;
  case Op::Neg: return -a;
  case Op::And: return a & b;
  case Op::Or: return a | b;
  case Op::Xor: return a ^ b;
  case Op::Add: return a + b;
  case Op::Sub: return a - b;
  case Op::Mul: return a * b;
  case Op::UDiv: return z3::udiv(a, b);
  case Op::SDiv: return a / b;
  case Op::URem: return z3::urem(a, b);
  case Op::SRem: return z3::srem(a, b);
  case Op::Shl: return z3::shl(a, b);
  case Op::LShr: return z3::lshr(a, b);
  case Op::AShr: return z3::ashr(a, b);
  case Op::Concat: return z3::concat(a, b);
  case Op::Extract: return a.extract(low + t.width() - 1, low);
  case Op::ZExt: return z3::zext(a, extra);
  case Op::SExt: return z3::sext(a, extra);
  default: return open(t);
  }
  // clang-format on
}

} // namespace heddle::logic::z3solver
