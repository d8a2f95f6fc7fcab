// Forward evaluation; see evaluate.h. What assumptions tell is in assume.cpp.
#include "abstract/evaluate.h"

namespace heddle::abstract {

using Base = Value::Base;
using logic::Op;
using logic::Term;

namespace {

constexpr uint64_t nearBase = 1u << 17; // objects are further apart, and from null

bool isThread(const Value& v) { return v.base >= Base::Self; }

} // namespace

Value Evaluator::rounded(const Value& v) const {
  return v.isNumber() ? Value::of(closure_.round(v.number)) : v;
}

Value Evaluator::evaluate(Term t, const Environment& env) {
  ++stamp_;
  return cached(t, env);
}

Value Evaluator::cached(Term t, const Environment& env) {
  if (t.id() >= known_.size()) known_.resize(t.id() + 1);
  if (known_[t.id()].stamp == stamp_) return known_[t.id()].value;
  const Value v = compute(t, env);
  known_[t.id()] = {stamp_, v};
  return v;
}

Value Evaluator::ofRegister(ccfg::RegId r, const Environment& env) const {
  if (r == program_.threads[thread_].self) return self_;
  const Value* v = env.registers.find(r);
  return v != nullptr ? *v : Value::top(program_.regWidth(r));
}

Value Evaluator::compute(Term t, const Environment& env) {
  switch (t.op()) {
  case Op::Const:
    return Value::constant(t.value(), t.width());
  case Op::Var:
    return ofRegister(static_cast<ccfg::RegId>(t.value()), env);
  case Op::Address:
    return Value::pointer(pointsTo_.abstractOf(static_cast<ccfg::ObjectId>(t.value())), t.width());
  default:
    break;
  }
  Value kids[3];
  Number numbers[3] = {Number::top(1), Number::top(1), Number::top(1)};
  bool plain = true;
  for (unsigned i = 0; i < t.arity(); ++i) {
    kids[i] = cached(t.kid(i), env);
    if (kids[i].isBottom()) return Value::of(Number::bottom(t.width()));
    plain = plain && kids[i].isNumber();
    numbers[i] = plainNumber(kids[i]);
  }
  if (!plain) {
    const Value v = ofBases(t, kids);
    if (!v.isTop()) return v;
  }
  return Value::of(domains::apply(t.op(), t.width(), t.value(), numbers, t.arity()));
}

// Gives top where the bases do not help.
Value Evaluator::ofBases(Term t, const Value* kids) const {
  const Value& a = kids[0];
  const Value& b = kids[1];
  const auto moved = [&](const Value& pointer, const Value& by) {
    const Number operands[] = {pointer.number, by.number};
    Value v = pointer;
    v.number = domains::apply(t.op(), t.width(), 0, operands, 2);
    return v;
  };
  const auto canMove = [](const Value& v) { return v.base == Base::Object && !v.nullable; };
  switch (t.op()) {
  case Op::Add:
    if (canMove(a) && b.isNumber()) return moved(a, b);
    if (canMove(b) && a.isNumber()) return moved(b, a);
    break;
  case Op::Sub:
    if (canMove(a) && b.isNumber()) return moved(a, b);
    if (canMove(a) && canMove(b) && a.id == b.id && program_.objects[a.id].kind == ccfg::ObjectKind::Global)
      return Value::of(moved(a, b).number);
    break;
  case Op::Ite: {
    Value v = Value::of(Number::bottom(t.width()));
    if (a.number.mayBeTrue()) v = join(v, kids[1]);
    if (a.number.mayBeFalse()) v = join(v, kids[2]);
    return v;
  }
  case Op::Eq:
  case Op::Ult:
  case Op::Ule:
  case Op::Slt:
  case Op::Sle:
    return compareBases(t.op(), a, b);
  default:
    break;
  }
  return Value::top(t.width());
}

bool Evaluator::inside(const Value& pointer) const {
  const ccfg::Object& o = program_.objects[pointer.id];
  const uint64_t size = o.kind == ccfg::ObjectKind::Global ? o.size : 0;
  return pointer.base == Base::Object && pointer.number.unsignedMax() <= std::min(size, nearBase);
}

bool Evaluator::surelyDifferent(const Value& a, const Value& b) const {
  if (a.isNumber() && !b.isNumber()) return surelyDifferent(b, a);
  if (a.base == Base::Object) {
    if (a.nullable) return false;
    if (b.isNumber())
      return b.number.isConstant() && b.number.value() == 0 && a.number.unsignedMax() <= nearBase;
    // Memory that was freed may be given out again: only what lives always has an address of its own.
    const auto permanent = [&](const Value& v) {
      return v.base == Base::Object && (program_.objects[v.id].kind == ccfg::ObjectKind::Global ||
                                        program_.objects[v.id].kind == ccfg::ObjectKind::Function);
    };
    return permanent(a) && permanent(b) && a.id != b.id && inside(a) && inside(b);
  }
  if (!isThread(a)) return false;
  if (b.isNumber()) return domains::meet(plainNumber(a), b.number).isBottom();
  if (!isThread(b)) return false;
  const auto templateOf = [&](const Value& v) { return v.base == Base::Instance ? v.id : thread_; };
  if (templateOf(a) != templateOf(b)) return true;
  return (a.base == Base::Self && b.base == Base::Other) || (a.base == Base::Other && b.base == Base::Self);
}

bool Evaluator::surelyEqual(const Value& a, const Value& b) const {
  if (!isThread(a) || !isThread(b)) return false;
  if (a.base == Base::Self && b.base == Base::Self) return true;
  const auto one = [&](const Value& v) {
    const ccfg::ThreadId t = v.base == Base::Instance ? v.id : thread_;
    return v.base != Base::Other && !program_.threads[t].repeatable;
  };
  return one(a) && one(b) && !surelyDifferent(a, b);
}

Value Evaluator::compareBases(Op op, const Value& a, const Value& b) const {
  const bool sameObject = a.base == Base::Object && b.base == Base::Object && a.id == b.id && !a.nullable &&
                          !b.nullable && program_.objects[a.id].kind == ccfg::ObjectKind::Global;
  if (sameObject && (op == Op::Eq || (inside(a) && inside(b)))) {
    const Number operands[] = {a.number, b.number};
    return Value::of(domains::apply(op, 1, 0, operands, 2));
  }
  if (op == Op::Eq && surelyDifferent(a, b)) return Value::constant(0, 1);
  if (op == Op::Eq && surelyEqual(a, b)) return Value::constant(1, 1);
  if (a.base == Base::Object || b.base == Base::Object || op == Op::Eq) {
    const bool threads = a.base != Base::Object && b.base != Base::Object;
    if (!threads || op == Op::Eq) return Value::of(Number::boolean(true, true));
  }
  return Value::top(1); // thread numbers, as numbers
}

} // namespace heddle::abstract
