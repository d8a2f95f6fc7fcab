// The lattice of values; see value.h.
#include "abstract/value.h"

namespace heddle::abstract {

using Base = Value::Base;

Number plainNumber(const Value& v) {
  if (v.base == Base::None || v.isBottom()) return v.number;
  if (v.base == Base::Object) return Number::top(v.width());
  return Number::ofUnsigned(1, INT32_MAX, 32);
}

namespace {

bool sameBase(const Value& a, const Value& b) { return a.base == b.base && a.id == b.id; }
bool isNull(const Value& v) { return v.isNumber() && v.number.isConstant() && v.number.value() == 0; }

template <typename F>
Value combine(const Value& a, const Value& b, F f) {
  if (sameBase(a, b)) return {a.base, a.nullable || b.nullable, a.id, f(a.number, b.number)};
  if (a.base == Base::Object && isNull(b)) return {a.base, true, a.id, a.number};
  if (b.base == Base::Object && isNull(a)) return {b.base, true, b.id, b.number};
  return Value::of(f(plainNumber(a), plainNumber(b)));
}

} // namespace

Value join(const Value& a, const Value& b) {
  if (a.isBottom()) return b;
  if (b.isBottom()) return a;
  return combine(a, b, [](const Number& x, const Number& y) { return domains::join(x, y); });
}

Value widen(const Value& a, const Value& b, const domains::Thresholds& thresholds) {
  if (a.isBottom()) return b;
  if (b.isBottom()) return a;
  return combine(a, b, [&](const Number& x, const Number& y) { return domains::widen(x, y, thresholds); });
}

bool leq(const Value& a, const Value& b) {
  if (a.isBottom()) return true;
  if (b.isBottom()) return false;
  if (b.isTop()) return true;
  if (sameBase(a, b)) return (b.nullable || !a.nullable) && domains::leq(a.number, b.number);
  if (b.base == Base::Object) return b.nullable && isNull(a);
  return b.isNumber() && domains::leq(plainNumber(a), b.number);
}

Value meet(const Value& a, const Value& b) {
  if (a.isBottom() || b.isBottom()) return Value::of(Number::bottom(a.width()));
  if (sameBase(a, b)) return {a.base, a.nullable && b.nullable, a.id, domains::meet(a.number, b.number)};
  if (a.isNumber() && b.base != Base::None) return meet(b, a);
  if (a.base == Base::Object && isNull(b)) return a.nullable ? b : a;
  if (a.base != Base::None && b.isNumber()) return b.isTop() ? a : b.number.isConstant() ? b : a;
  return a;
}

} // namespace heddle::abstract
