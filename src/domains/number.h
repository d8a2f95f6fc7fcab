// Number: an abstract machine integer, the reduced product of three domains over bit-vectors of one width:
// an interval of the unsigned values, an interval of the signed values, and a congruence of the unsigned
// values. Constants, parity and sign are what `Closure` (closure.h) leaves of it.
//
// γ(n) is the set of values of `width` bits that lie in both intervals and in the class. The laws, checked
// against concrete sets in tests/unit/domains:
//   join:   γ(a) ∪ γ(b) ⊆ γ(join(a, b))
//   meet:   γ(a) ∩ γ(b) ⊆ γ(meet(a, b)), which lies in both intervals of a and of b
//   leq:    a ≤ b implies γ(a) ⊆ γ(b)
//   widen:  γ(a) ∪ γ(b) ⊆ γ(widen(a, b)), and every chain of widenings ends
//   narrow: γ(b) ⊆ γ(narrow(a, b)) ⊆ γ(a) for b ≤ a
//   apply:  x ∈ γ(a), y ∈ γ(b) implies op(x, y) ∈ γ(apply(op, a, b))
// Arithmetic wraps around as the machine's does: its meaning is logic::applyOp.
#pragma once

#include "logic/term.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::domains {

// Bounds at which widening stops before it gives a bound up: sorted, as unsigned values of any width.
using Thresholds = std::vector<uint64_t>;

class Number {
public:
  static Number top(unsigned width);
  static Number bottom(unsigned width);
  static Number constant(uint64_t value, unsigned width);
  static Number ofUnsigned(uint64_t lo, uint64_t hi, unsigned width); // lo <= hi
  static Number ofSigned(int64_t lo, int64_t hi, unsigned width);
  // Values that are `residue` modulo `stride`, which is at least 1.
  static Number ofClass(uint64_t stride, uint64_t residue, unsigned width);
  static Number boolean(bool mayBeFalse, bool mayBeTrue);

  unsigned width() const { return width_; }
  bool isBottom() const { return bottom_; }
  bool isTop() const;
  bool isConstant() const { return !bottom_ && unsignedMin_ == unsignedMax_; }
  uint64_t value() const { return unsignedMin_; } // of a constant
  uint64_t unsignedMin() const { return unsignedMin_; }
  uint64_t unsignedMax() const { return unsignedMax_; }
  int64_t signedMin() const { return signedMin_; }
  int64_t signedMax() const { return signedMax_; }
  uint64_t stride() const { return stride_; } // 1: no congruence known
  uint64_t residue() const { return residue_; }

  bool contains(uint64_t v) const;
  bool mayBeTrue() const { return contains(1); }
  bool mayBeFalse() const { return contains(0); }
  // How many values at most, or `limit` if there are as many or more.
  uint64_t sizeUpTo(uint64_t limit) const;
  std::vector<uint64_t> values() const; // all of them; only for small sets
  // Without this value if that leaves something that can be told.
  Number without(uint64_t v) const;

  bool operator==(const Number&) const = default;
  std::string toString() const; // "5", "[-3, 7]", "[0, 8] mod 4 = 0", "any"

  friend Number join(const Number& a, const Number& b);
  friend Number meet(const Number& a, const Number& b);
  friend bool leq(const Number& a, const Number& b);
  friend Number widen(const Number& a, const Number& b, const Thresholds& thresholds);
  friend Number narrow(const Number& a, const Number& b);
  friend class Closure;

private:
  // Hands what each component knows to the others.
  void reduce();
  void reduceSigns();
  void reduceClass();

  uint8_t width_ = 1;
  bool bottom_ = false;
  uint64_t unsignedMin_ = 0, unsignedMax_ = 0;
  int64_t signedMin_ = 0, signedMax_ = 0;
  uint64_t stride_ = 1, residue_ = 0;
};

Number join(const Number& a, const Number& b);
Number meet(const Number& a, const Number& b);
bool leq(const Number& a, const Number& b);
Number widen(const Number& a, const Number& b, const Thresholds& thresholds);
Number narrow(const Number& a, const Number& b);

// The smallest Number that the domain can give for a non-empty set of values.

// The values of a term's node, given those of its operands (width and `value` as in logic::Node).
Number apply(logic::Op op, unsigned width, uint64_t value, const Number* operands, unsigned arity);

} // namespace heddle::domains
