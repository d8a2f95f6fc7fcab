// What an assumption tells about the registers in it: bounds are handed down from a term to its operands; see
// evaluate.h.
#include "abstract/evaluate.h"

#include "logic/eval.h"

namespace heddle::abstract {

using Base = Value::Base;
using logic::Op;
using logic::Term;

namespace {

constexpr unsigned maxConditionDepth = 24; // terms are looked into so deep

Number applied(Op op, unsigned width, const Number& a, const Number& b) {
  const Number operands[] = {a, b};
  return domains::apply(op, width, 0, operands, 2);
}

Number complement(const Number& n) { return domains::apply(Op::Not, n.width(), 0, &n, 1); }

} // namespace

bool Evaluator::assume(Term condition, bool holds, Environment& env) {
  return constrainCondition(condition, holds, env, 0) && shareAmongCopies(env);
}

bool Evaluator::shareAmongCopies(Environment& env) const {
  for (const auto& [reg, other] : env.copies.entries()) {
    if (!other.number.isConstant()) continue; // one of several
    const auto same = static_cast<ccfg::RegId>(other.number.value());
    const Value a = ofRegister(reg, env), b = ofRegister(same, env);
    const Value both = meet(a, b);
    if (both.isBottom()) return false;
    if (!(both == a)) env.registers.set(reg, both);
    if (!(both == b)) env.registers.set(same, both);
  }
  for (const auto& [cell, reg] : env.contents.entries()) {
    const Value* content = env.cells.find(cell);
    if (!reg.number.isConstant() || content == nullptr) continue;
    const auto same = static_cast<ccfg::RegId>(reg.number.value());
    const Value known = ofRegister(same, env);
    if (known.width() != content->width()) continue;
    const Value both = meet(known, *content);
    if (both.isBottom()) return false;
    env.cells.set(cell, both);
    env.registers.set(same, both);
  }
  return true;
}

bool Evaluator::constrainCondition(Term t, bool holds, Environment& env, unsigned depth) {
  const Value v = evaluate(t, env);
  if (v.isBottom() || !v.number.contains(holds ? 1 : 0)) return false;
  if (v.number.isConstant() || depth > maxConditionDepth) return true;
  switch (t.op()) {
  case Op::Not:
    return constrainCondition(t.kid(0), !holds, env, depth + 1);
  case Op::And:
  case Op::Or:
    if (holds == (t.op() == Op::And))
      return constrainCondition(t.kid(0), holds, env, depth + 1) &&
             constrainCondition(t.kid(1), holds, env, depth + 1);
    return oneOf(t.kid(0), holds, t.kid(1), holds, env, depth + 1);
  case Op::Eq:
    return constrainEqual(t.kid(0), t.kid(1), holds, env, depth + 1) &&
           relateEqual(t.kid(0), t.kid(1), holds, env);
  case Op::Ult:
  case Op::Ule:
  case Op::Slt:
  case Op::Sle:
    return constrainOrder(t.op(), t.kid(0), t.kid(1), holds, env, depth + 1) &&
           relateOrder(t.op(), t.kid(0), t.kid(1), holds, env);
  default:
    return constrain(t, Value::constant(holds, 1), env, depth + 1);
  }
}

bool Evaluator::oneOf(Term a, bool holdsA, Term b, bool holdsB, Environment& env, unsigned depth) {
  Environment first = env, second = env;
  const bool mayA = constrainCondition(a, holdsA, first, depth);
  const bool mayB = constrainCondition(b, holdsB, second, depth);
  if (mayA && mayB)
    env = join(first, second);
  else if (mayA)
    env = std::move(first);
  else
    env = std::move(second);
  return mayA || mayB;
}

bool Evaluator::constrainEqual(Term a, Term b, bool holds, Environment& env, unsigned depth) {
  const Value left = evaluate(a, env), right = evaluate(b, env);
  if (holds) return constrain(a, right, env, depth) && constrain(b, left, env, depth);
  for (const auto& [term, value, other] : {std::tuple(a, left, right), std::tuple(b, right, left)}) {
    if (!other.isNumber() || !other.number.isConstant()) continue;
    Value rest = value;
    if (value.isNumber())
      rest.number = value.number.without(other.number.value());
    else if (value.base == Base::Object && other.number.value() == 0)
      rest.nullable = false;
    if (rest.isBottom() || (!(rest == value) && !constrain(term, rest, env, depth))) return false;
  }
  return true;
}

bool Evaluator::constrainOrder(Op op, Term a, Term b, bool holds, Environment& env, unsigned depth) {
  const Value left = evaluate(a, env), right = evaluate(b, env);
  if (!left.isNumber() || !right.isNumber()) return true;
  const unsigned w = left.width();
  // not (a < b) is b <= a
  const Number& small = holds ? left.number : right.number;
  const Number& large = holds ? right.number : left.number;
  const bool strict = holds == (op == Op::Ult || op == Op::Slt);
  Number below = Number::top(w), above = Number::top(w);
  if (op == Op::Ult || op == Op::Ule) {
    if (strict && (large.unsignedMax() == 0 || small.unsignedMin() == logic::maskOf(w))) return false;
    below = Number::ofUnsigned(0, large.unsignedMax() - strict, w);
    above = Number::ofUnsigned(small.unsignedMin() + strict, logic::maskOf(w), w);
  } else {
    const Number whole = Number::top(w);
    if (strict && (large.signedMax() == whole.signedMin() || small.signedMin() == whole.signedMax()))
      return false;
    below = Number::ofSigned(whole.signedMin(), large.signedMax() - strict, w);
    above = Number::ofSigned(small.signedMin() + strict, whole.signedMax(), w);
  }
  return constrain(holds ? a : b, Value::of(below), env, depth) &&
         constrain(holds ? b : a, Value::of(above), env, depth);
}

bool Evaluator::constrain(Term t, const Value& want, Environment& env, unsigned depth) {
  const Value now = evaluate(t, env);
  const Value kept = meet(now, want);
  if (kept.isBottom()) return false;
  if (depth > maxConditionDepth || kept == now) return true;
  if (t.op() == Op::Var) {
    const auto r = static_cast<ccfg::RegId>(t.value());
    if (r != program_.threads[thread_].self) env.registers.set(r, kept);
    return true;
  }
  if (!kept.isNumber() || !now.isNumber()) return true;
  const bool isCondition = (t.op() >= Op::Eq && t.op() <= Op::Sle) || t.op() == Op::And || t.op() == Op::Or;
  if (t.width() == 1 && isCondition)
    return !kept.number.isConstant() || constrainCondition(t, kept.number.value() == 1, env, depth + 1);
  return constrainOperands(t, kept.number, env, depth + 1);
}

bool Evaluator::constrainOperands(Term t, const Number& want, Environment& env, unsigned depth) {
  const unsigned w = t.width();
  const auto kid = [&](unsigned i) { return evaluate(t.kid(i), env); };
  const auto set = [&](unsigned i, const Number& n) { return constrain(t.kid(i), Value::of(n), env, depth); };
  switch (t.op()) {
  case Op::Not:
    return set(0, complement(want));
  case Op::Neg:
    return set(0, applied(Op::Sub, w, Number::constant(0, w), want));
  case Op::Add:
  case Op::Sub:
  case Op::Xor: {
    // x + y = want: x = want - y, y = want - x. x - y = want: x = want + y, y = x - want.
    const Value x = kid(0), y = kid(1);
    if (!x.isNumber() || !y.isNumber()) return true;
    const Op inverse = t.op() == Op::Add ? Op::Sub : t.op() == Op::Sub ? Op::Add : Op::Xor;
    if (!set(0, applied(inverse, w, want, y.number))) return false;
    const Number left = kid(0).number;
    return set(1, t.op() == Op::Sub ? applied(Op::Sub, w, left, want) : applied(inverse, w, want, left));
  }
  case Op::URem:
  case Op::SRem: {
    // The remainder tells a congruence; of signed values, modulo a power of two only.
    const Value by = kid(1);
    if (!by.isNumber() || !by.number.isConstant() || !want.isConstant()) return true;
    const uint64_t m = by.number.value(), r = want.value();
    const bool isPower = m != 0 && (m & (m - 1)) == 0;
    if (m < 2 || r >= m || (t.op() == Op::SRem && (!isPower || r != 0))) return true;
    return set(0, Number::ofClass(m, r, w));
  }
  case Op::ZExt:
    return set(0, domains::apply(Op::Extract, t.kid(0).width(), 0, &want, 1));
  case Op::SExt:
    return set(0, Number::ofSigned(want.signedMin(), want.signedMax(), t.kid(0).width()));
  case Op::Extract: {
    // The low bits are the value if nothing is above them.
    const Value below = kid(0);
    if (t.value() != 0 || !below.isNumber()) return true;
    if (below.number.unsignedMax() <= logic::maskOf(w))
      return set(0, domains::apply(Op::ZExt, below.width(), 0, &want, 1));
    const Number narrow = Number::top(w);
    if (below.number.signedMin() >= narrow.signedMin() && below.number.signedMax() <= narrow.signedMax())
      return set(0, domains::apply(Op::SExt, below.width(), 0, &want, 1));
    return true;
  }
  case Op::Ite: {
    const bool mayThen = !meet(kid(1), Value::of(want)).isBottom();
    const bool mayElse = !meet(kid(2), Value::of(want)).isBottom();
    if (mayThen && mayElse) return true;
    if (!mayThen && !mayElse) return false;
    return constrainCondition(t.kid(0), mayThen, env, depth) && set(mayThen ? 1 : 2, want);
  }
  default:
    return true;
  }
}

} // namespace heddle::abstract
