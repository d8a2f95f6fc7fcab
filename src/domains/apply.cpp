// Transfer functions of Number: exact on small sets, by bounds and classes on others; see number.h.
#include "domains/number.h"

#include "logic/eval.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace heddle::domains {

using logic::maskOf;
using logic::Op;
using logic::signedOf;
using logic::truncateTo;

namespace {

__extension__ using Wide = __int128;

constexpr uint64_t enumerated = 64; // sets of operands up to this size are computed value by value

// The values of an exact unsigned result between lo and hi, after wrapping; anything if that is two pieces.
Number wrapped(Wide lo, Wide hi, unsigned width) {
  const Wide modulus = static_cast<Wide>(maskOf(width)) + 1;
  const auto turn = [&](Wide v) { return v >= 0 ? v / modulus : -((-v + modulus - 1) / modulus); };
  if (hi - lo >= modulus || turn(lo) != turn(hi)) return Number::top(width);
  const Wide base = turn(lo) * modulus;
  return Number::ofUnsigned(static_cast<uint64_t>(lo - base), static_cast<uint64_t>(hi - base), width);
}

// The same for a signed result: the window of width `modulus` starts at the least signed value.
Number wrappedSigned(Wide lo, Wide hi, unsigned width) {
  const Number whole = Number::top(width);
  const Wide modulus = static_cast<Wide>(maskOf(width)) + 1;
  const Wide least = whole.signedMin();
  const auto turn = [&](Wide v) {
    const Wide from = v - least;
    return from >= 0 ? from / modulus : -((-from + modulus - 1) / modulus);
  };
  if (hi - lo >= modulus || turn(lo) != turn(hi)) return whole;
  const Wide base = turn(lo) * modulus;
  return Number::ofSigned(static_cast<int64_t>(lo - base), static_cast<int64_t>(hi - base), width);
}

// A class that survives wrapping: its stride divides 2^width, or nothing wraps.
Number classOf(uint64_t stride, uint64_t residue, unsigned width) {
  if (stride == 0) stride = 1;
  return Number::ofClass(stride, residue, width);
}
uint64_t powerOfTwoPart(uint64_t stride) { return stride & (~stride + 1); }

uint64_t strideOf(const Number& n) { return n.isConstant() ? 0 : n.stride(); }

Number sumClass(const Number& a, const Number& b, bool subtract, unsigned width) {
  uint64_t stride = std::gcd(strideOf(a), strideOf(b));
  if (stride == 0) return Number::top(width);
  const Wide lo = subtract ? static_cast<Wide>(a.unsignedMin()) - b.unsignedMax()
                           : static_cast<Wide>(a.unsignedMin()) + b.unsignedMin();
  const Wide hi = subtract ? static_cast<Wide>(a.unsignedMax()) - b.unsignedMin()
                           : static_cast<Wide>(a.unsignedMax()) + b.unsignedMax();
  if (lo < 0 || hi > static_cast<Wide>(maskOf(width))) stride = powerOfTwoPart(stride);
  const uint64_t sum = subtract ? a.unsignedMin() - b.unsignedMin() : a.unsignedMin() + b.unsignedMin();
  return classOf(stride, truncateTo(sum, width) % stride, width);
}

Number add(const Number& a, const Number& b, unsigned w) {
  const Number u = wrapped(static_cast<Wide>(a.unsignedMin()) + b.unsignedMin(),
                           static_cast<Wide>(a.unsignedMax()) + b.unsignedMax(), w);
  const Number s = wrappedSigned(static_cast<Wide>(a.signedMin()) + b.signedMin(),
                                 static_cast<Wide>(a.signedMax()) + b.signedMax(), w);
  return meet(meet(u, s), sumClass(a, b, false, w));
}

Number sub(const Number& a, const Number& b, unsigned w) {
  const Number u = wrapped(static_cast<Wide>(a.unsignedMin()) - b.unsignedMax(),
                           static_cast<Wide>(a.unsignedMax()) - b.unsignedMin(), w);
  const Number s = wrappedSigned(static_cast<Wide>(a.signedMin()) - b.signedMax(),
                                 static_cast<Wide>(a.signedMax()) - b.signedMin(), w);
  return meet(meet(u, s), sumClass(a, b, true, w));
}

Number mul(const Number& a, const Number& b, unsigned w) {
  Number result = Number::top(w);
  if (std::bit_width(a.unsignedMax()) + std::bit_width(b.unsignedMax()) <= 126)
    result = wrapped(static_cast<Wide>(a.unsignedMin()) * b.unsignedMin(),
                     static_cast<Wide>(a.unsignedMax()) * b.unsignedMax(), w);
  const Wide corners[] = {
      static_cast<Wide>(a.signedMin()) * b.signedMin(), static_cast<Wide>(a.signedMin()) * b.signedMax(),
      static_cast<Wide>(a.signedMax()) * b.signedMin(), static_cast<Wide>(a.signedMax()) * b.signedMax()};
  result = meet(result, wrappedSigned(*std::min_element(corners, corners + 4),
                                      *std::max_element(corners, corners + 4), w));
  for (const auto& [factor, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (factor->isConstant() && factor->value() != 0) {
      // Multiples of a constant; after wrapping still of the power of two in it.
      const bool exact = other->unsignedMax() <= maskOf(w) / factor->value();
      const uint64_t stride = exact ? factor->value() * other->stride() : powerOfTwoPart(factor->value());
      result =
          meet(result, classOf(stride, truncateTo(factor->value() * other->unsignedMin(), w) % stride, w));
    }
  return result;
}

Number udiv(const Number& a, const Number& b, unsigned w) {
  if (b.unsignedMin() == 0) return Number::top(w);
  return Number::ofUnsigned(a.unsignedMin() / b.unsignedMax(), a.unsignedMax() / b.unsignedMin(), w);
}

Number urem(const Number& a, const Number& b, unsigned w) {
  if (b.unsignedMin() == 0) return Number::ofUnsigned(0, std::max(a.unsignedMax(), b.unsignedMax()), w);
  if (a.unsignedMax() < b.unsignedMin()) return a;
  return Number::ofUnsigned(0, std::min(a.unsignedMax(), b.unsignedMax() - 1), w);
}

bool mayBeZero(const Number& n) { return n.contains(0); }

Number sdiv(const Number& a, const Number& b, unsigned w) {
  if (b.signedMin() <= 0 && b.signedMax() >= 0) return Number::top(w);
  const Wide corners[] = {
      static_cast<Wide>(a.signedMin()) / b.signedMin(), static_cast<Wide>(a.signedMin()) / b.signedMax(),
      static_cast<Wide>(a.signedMax()) / b.signedMin(), static_cast<Wide>(a.signedMax()) / b.signedMax()};
  Wide lo = *std::min_element(corners, corners + 4), hi = *std::max_element(corners, corners + 4);
  return wrappedSigned(lo, hi, w);
}

Number srem(const Number& a, const Number& b, unsigned w) {
  if (mayBeZero(b) || b.signedMin() == Number::top(w).signedMin()) return Number::top(w);
  const int64_t most = std::max(std::abs(b.signedMin()), std::abs(b.signedMax())) - 1;
  const int64_t lo = a.signedMin() >= 0 ? 0 : std::max(a.signedMin(), -most);
  const int64_t hi = a.signedMax() <= 0 ? 0 : std::min(a.signedMax(), most);
  return Number::ofSigned(lo, hi, w);
}

Number shl(const Number& a, const Number& b, unsigned w) {
  if (!b.isConstant() || b.value() >= w) return Number::top(w);
  const uint64_t factor = 1ull << b.value();
  return mul(a, Number::constant(factor, w), w);
}

Number lshr(const Number& a, const Number& b, unsigned w) {
  const auto shifted = [&](uint64_t v, uint64_t by) { return by >= w ? 0 : v >> by; };
  return Number::ofUnsigned(shifted(a.unsignedMin(), b.unsignedMax()),
                            shifted(a.unsignedMax(), b.unsignedMin()), w);
}

Number ashr(const Number& a, const Number& b, unsigned w) {
  const auto shifted = [&](int64_t v, uint64_t by) { return v >> std::min<uint64_t>(by, 63); };
  const int64_t corners[] = {shifted(a.signedMin(), b.unsignedMin()), shifted(a.signedMin(), b.unsignedMax()),
                             shifted(a.signedMax(), b.unsignedMin()),
                             shifted(a.signedMax(), b.unsignedMax())};
  return Number::ofSigned(*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4),
                          w);
}

uint64_t onesUpTo(uint64_t v) { return v == 0 ? 0 : maskOf(static_cast<unsigned>(std::bit_width(v))); }

Number bitAnd(const Number& a, const Number& b, unsigned w) {
  for (const auto& [mask, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (mask->isConstant() && (mask->value() & (mask->value() + 1)) == 0 &&
        other->unsignedMax() <= mask->value())
      return *other; // a mask of low bits that keeps all there are
  return Number::ofUnsigned(0, std::min(a.unsignedMax(), b.unsignedMax()), w);
}

Number bitOr(const Number& a, const Number& b, unsigned w) {
  return Number::ofUnsigned(std::max(a.unsignedMin(), b.unsignedMin()),
                            onesUpTo(a.unsignedMax() | b.unsignedMax()), w);
}

Number bitXor(const Number& a, const Number& b, unsigned w) {
  return Number::ofUnsigned(0, onesUpTo(a.unsignedMax() | b.unsignedMax()), w);
}

Number complement(const Number& a, unsigned w) { return sub(Number::constant(maskOf(w), w), a, w); }

Number zeroExtended(const Number& a, unsigned w) {
  const Number interval = Number::ofUnsigned(a.unsignedMin(), a.unsignedMax(), w);
  return meet(interval, classOf(a.stride(), a.residue(), w));
}

Number truncated(const Number& a, unsigned w) {
  Number result =
      meet(wrapped(a.unsignedMin(), a.unsignedMax(), w), wrappedSigned(a.signedMin(), a.signedMax(), w));
  const uint64_t stride = a.unsignedMax() <= maskOf(w) ? a.stride() : powerOfTwoPart(a.stride());
  if (stride <= maskOf(w)) result = meet(result, classOf(stride, a.unsignedMin() % stride, w));
  return result;
}

Number extract(const Number& a, unsigned low, unsigned w) {
  if (low == 0) return truncated(a, w);
  return truncated(lshr(a, Number::constant(low, a.width()), a.width()), w);
}

Number concat(const Number& high, const Number& low, unsigned w) {
  const unsigned by = low.width();
  return Number::ofUnsigned((high.unsignedMin() << by) + low.unsignedMin(),
                            (high.unsignedMax() << by) + low.unsignedMax(), w);
}

Number equal(const Number& a, const Number& b) {
  const bool mayBeEqual = !meet(a, b).isBottom();
  return Number::boolean(!(a.isConstant() && b.isConstant() && mayBeEqual), mayBeEqual);
}

template <typename T>
Number less(T minA, T maxA, T minB, T maxB, bool orEqual) {
  const bool always = orEqual ? maxA <= minB : maxA < minB;
  const bool never = orEqual ? minA > maxB : minA >= maxB;
  return Number::boolean(!always, !never);
}

Number overflow(Wide lo, Wide hi, unsigned operandWidth) {
  const Number whole = Number::top(operandWidth);
  const Wide least = whole.signedMin(), greatest = whole.signedMax();
  return Number::boolean(hi >= least && lo <= greatest, lo < least || hi > greatest);
}

Number overflowOfMul(const Number& a, const Number& b) {
  const Wide corners[] = {
      static_cast<Wide>(a.signedMin()) * b.signedMin(), static_cast<Wide>(a.signedMin()) * b.signedMax(),
      static_cast<Wide>(a.signedMax()) * b.signedMin(), static_cast<Wide>(a.signedMax()) * b.signedMax()};
  return overflow(*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4),
                  a.width());
}

Number compare(Op op, const Number& a, const Number& b) {
  switch (op) {
  case Op::Eq:
    return equal(a, b);
  case Op::Ult:
  case Op::Ule:
    return less(a.unsignedMin(), a.unsignedMax(), b.unsignedMin(), b.unsignedMax(), op == Op::Ule);
  default:
    return less(a.signedMin(), a.signedMax(), b.signedMin(), b.signedMax(), op == Op::Sle);
  }
}

Number arithmetic(Op op, unsigned w, const Number& a, const Number& b) {
  switch (op) {
  case Op::Add:
    return add(a, b, w);
  case Op::Sub:
    return sub(a, b, w);
  case Op::Mul:
    return mul(a, b, w);
  case Op::UDiv:
    return udiv(a, b, w);
  case Op::SDiv:
    return sdiv(a, b, w);
  case Op::URem:
    return urem(a, b, w);
  case Op::SRem:
    return srem(a, b, w);
  case Op::Shl:
    return shl(a, b, w);
  case Op::LShr:
    return lshr(a, b, w);
  case Op::AShr:
    return ashr(a, b, w);
  case Op::And:
    return bitAnd(a, b, w);
  case Op::Or:
    return bitOr(a, b, w);
  case Op::Xor:
    return bitXor(a, b, w);
  default:
    return Number::top(w);
  }
}

Number byBounds(Op op, unsigned w, uint64_t value, const Number* k) {
  switch (op) {
  case Op::Not:
    return complement(k[0], w);
  case Op::Neg:
    return sub(Number::constant(0, w), k[0], w);
  case Op::Eq:
  case Op::Ult:
  case Op::Ule:
  case Op::Slt:
  case Op::Sle:
    return compare(op, k[0], k[1]);
  case Op::Concat:
    return concat(k[0], k[1], w);
  case Op::Extract:
    return extract(k[0], static_cast<unsigned>(value), w);
  case Op::ZExt:
    return zeroExtended(k[0], w);
  case Op::SExt:
    return Number::ofSigned(k[0].signedMin(), k[0].signedMax(), w);
  case Op::SAddO:
    return overflow(static_cast<Wide>(k[0].signedMin()) + k[1].signedMin(),
                    static_cast<Wide>(k[0].signedMax()) + k[1].signedMax(), k[0].width());
  case Op::SSubO:
    return overflow(static_cast<Wide>(k[0].signedMin()) - k[1].signedMax(),
                    static_cast<Wide>(k[0].signedMax()) - k[1].signedMin(), k[0].width());
  case Op::SMulO:
    return overflowOfMul(k[0], k[1]);
  default:
    return arithmetic(op, w, k[0], k[1]);
  }
}

Number byValues(Op op, unsigned w, uint64_t value, const Number* k, unsigned arity) {
  const std::vector<uint64_t> first = k[0].values();
  const std::vector<uint64_t> second = arity > 1 ? k[1].values() : std::vector<uint64_t>{0};
  const unsigned operandWidth = op == Op::Concat ? k[1].width() : k[0].width();
  Number result = Number::bottom(w);
  for (uint64_t a : first)
    for (uint64_t b : second)
      result = join(result, Number::constant(logic::applyOp(op, w, operandWidth, value, a, b, 0), w));
  return result;
}

bool isFloat(Op op) { return op >= Op::FAdd; }

} // namespace

Number apply(Op op, unsigned width, uint64_t value, const Number* operands, unsigned arity) {
  for (unsigned i = 0; i < arity; ++i)
    if (operands[i].isBottom()) return Number::bottom(width);
  if (op == Op::Ite) {
    Number result = Number::bottom(width);
    if (operands[0].mayBeTrue()) result = join(result, operands[1]);
    if (operands[0].mayBeFalse()) result = join(result, operands[2]);
    return result;
  }
  const uint64_t sizeA = operands[0].sizeUpTo(enumerated + 1);
  const uint64_t sizeB = arity > 1 ? operands[1].sizeUpTo(enumerated + 1) : 1;
  if (sizeA * sizeB <= enumerated) return byValues(op, width, value, operands, arity);
  if (isFloat(op)) return Number::top(width);
  return byBounds(op, width, value, operands);
}

} // namespace heddle::domains
