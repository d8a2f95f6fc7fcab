// Pointer provenance of terms; see pointerterms.h.
//
// Strides: arithmetic wraps modulo a power of two, and a power of two that divides a term survives wrapping,
// other factors do not. So `12 * i` has stride 12 only where i is known to be too small to wrap, else
// stride 4.
#include "ccfg/analysis/memory/pointerterms.h"

#include "logic/eval.h"

#include <bit>

namespace heddle::ccfg::analysis {

using logic::Op;
using logic::Term;

namespace {

constexpr unsigned maxDepth = 8; // below this a distance is taken as unknown

uint64_t powerOfTwoIn(uint64_t n) { return n & (0 - n); }

// What is left of a class when the number may have wrapped at `width` bits.
Offsets afterWrap(const Offsets& o, unsigned width) {
  uint64_t limit = width >= 62 ? 1ull << 62 : 1ull << width;
  uint64_t power = o.stride == 0 ? limit : powerOfTwoIn(o.stride);
  return Offsets::everyOf(std::min(power, limit), o.residue);
}

// Bits that the magnitude of t fits in.
unsigned bitsOf(Term t) {
  if (t.op() == Op::ZExt || t.op() == Op::SExt) return t.kid(0).width();
  return t.width();
}

class Distance {
public:
  explicit Distance(unsigned pointerWidth) : pointerWidth_(pointerWidth) {}

  Offsets of(Term t, unsigned depth) const {
    if (t.isConst()) return constant(t);
    if (depth == 0) return Offsets::any();
    auto kid = [&](unsigned i) { return of(t.kid(i), depth - 1); };
    switch (t.op()) {
    case Op::Add:
      return fit(kid(0) + kid(1), t);
    case Op::Sub:
      return fit(kid(0) + -kid(1), t);
    case Op::Neg:
      return fit(-kid(0), t);
    case Op::Ite:
      return join(kid(1), kid(2));
    case Op::Mul:
      if (t.kid(0).isConst()) return scaled(t.kid(1), signedValue(t.kid(0)), t, depth);
      if (t.kid(1).isConst()) return scaled(t.kid(0), signedValue(t.kid(1)), t, depth);
      return Offsets::any();
    case Op::Shl:
      if (!t.kid(1).isConst() || t.kid(1).value() >= std::min(t.width(), 62u)) return Offsets::any();
      return scaled(t.kid(0), static_cast<int64_t>(1ull << t.kid(1).value()), t, depth);
    case Op::And:
      for (unsigned i = 0; i < 2; ++i)
        if (t.kid(i).isConst() && t.kid(i).value() != 0)
          return Offsets::everyOf(powerOfTwoIn(t.kid(i).value()), 0);
      return Offsets::any();
    case Op::ZExt:
    case Op::SExt:
      return afterWrap(kid(0), t.kid(0).width());
    case Op::Extract:
      return t.value() == 0 ? afterWrap(kid(0), t.width()) : Offsets::any();
    default:
      return Offsets::any();
    }
  }

private:
  static int64_t signedValue(Term t) { return logic::signedOf(t.value(), t.width()); }

  // A constant near the ends of the number range is no honest distance: sums with it wrap.
  Offsets constant(Term t) const {
    int64_t k = signedValue(t);
    int64_t limit = 1ll << (pointerWidth_ * 5 / 8);
    return -limit < k && k < limit ? Offsets::exact(k) : afterWrap(Offsets::exact(k), t.width());
  }

  // Arithmetic on numbers narrower than a pointer wraps before it becomes a distance.
  Offsets fit(const Offsets& o, Term t) const {
    return t.width() >= pointerWidth_ ? o : afterWrap(o, t.width());
  }

  Offsets scaled(Term index, int64_t factor, Term product, unsigned depth) const {
    if (factor == 0) return Offsets::exact(0);
    if (factor < 0) return factor > -(1ll << 20) ? -scaled(index, -factor, product, depth) : Offsets::any();
    Offsets o = of(index, depth - 1);
    unsigned factorBits = std::bit_width(static_cast<uint64_t>(factor));
    bool wraps = product.width() < pointerWidth_ || bitsOf(index) + factorBits > pointerWidth_ - 2;
    if (o.isExact() || o.stride > (1ull << 20) || factor > (1ll << 20)) o = {1, 0};
    o = Offsets::everyOf(o.stride * static_cast<uint64_t>(factor), o.residue * factor);
    return wraps ? afterWrap(o, product.width()) : o;
  }

  unsigned pointerWidth_;
};

} // namespace

Offsets distanceOf(Term t, unsigned pointerWidth) { return Distance(pointerWidth).of(t, maxDepth); }

void forEachPointerOperand(Term t, unsigned pointerWidth, const std::function<void(Term, Offsets)>& visit) {
  auto visitKid = [&](unsigned i, Offsets distance) {
    if (!t.kid(i).isConst()) visit(t.kid(i), t.width() >= pointerWidth ? distance : Offsets::any());
  };
  switch (t.op()) {
  case Op::Add:
    visitKid(0, distanceOf(t.kid(1), pointerWidth));
    visitKid(1, distanceOf(t.kid(0), pointerWidth));
    return;
  case Op::Sub:
    visitKid(0, -distanceOf(t.kid(1), pointerWidth));
    visitKid(1, Offsets::any());
    return;
  case Op::Ite:
    visitKid(1, Offsets::exact(0));
    visitKid(2, Offsets::exact(0));
    return;
  case Op::ZExt:
  case Op::SExt:
  case Op::Extract: {
    bool whole = t.kid(0).width() >= pointerWidth && (t.op() != Op::Extract || t.value() == 0);
    visitKid(0, whole ? Offsets::exact(0) : Offsets::any());
    return;
  }
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Not:
  case Op::Neg:
  case Op::Mul:
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
  case Op::Concat:
    for (unsigned i = 0; i < t.arity(); ++i) visitKid(i, Offsets::any());
    return;
  default:
    return; // leaves, comparisons, floating point
  }
}

} // namespace heddle::ccfg::analysis
