// Value: what is known of the content of a register or a memory cell: a Number, or a pointer into a known
// object (its number is the offset), or the number of a thread, which is only ever compared.
//
// Thread numbers are symbolic because locks compare them. `Self` is the instance that the value is seen from,
// `Other` an instance of the same template that is not this one, `Instance` some instance of a template: the
// one instance if the template is not repeatable. As numbers they are between 1 and 2^31-1.
#pragma once

#include "ccfg/program.h"
#include "domains/closure.h"

#include <string>

namespace heddle::abstract {

using domains::Number;

struct Value {
  enum class Base : uint8_t { None, Object, Self, Other, Instance };

  Base base = Base::None;
  bool nullable = false; // Object: or null
  uint32_t id = 0;       // Object: the abstract object; Instance: the template
  Number number = Number::top(1);

  static Value top(unsigned width) { return {Base::None, false, 0, Number::top(width)}; }
  static Value of(const Number& n) { return {Base::None, false, 0, n}; }
  static Value constant(uint64_t v, unsigned width) { return of(Number::constant(v, width)); }
  static Value pointer(ccfg::ObjectId o, unsigned width) {
    return {Base::Object, false, o, Number::constant(0, width)};
  }
  static Value thread(Base base, uint32_t id) { return {base, false, id, Number::constant(0, 32)}; }

  unsigned width() const { return number.width(); }
  bool isBottom() const { return number.isBottom(); }
  bool isTop() const { return base == Base::None && number.isTop(); }
  bool isNumber() const { return base == Base::None; }
  bool operator==(const Value&) const = default;
};

// Forgets what the base tells: every address, every thread number.
Number plainNumber(const Value& v);

Value join(const Value& a, const Value& b);
Value widen(const Value& a, const Value& b, const domains::Thresholds& thresholds);
bool leq(const Value& a, const Value& b);
// What both allow; where the bases differ it may be just one of them.
Value meet(const Value& a, const Value& b);

} // namespace heddle::abstract
