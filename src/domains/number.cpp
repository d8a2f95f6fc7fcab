// The lattice of abstract machine integers; see number.h. Transfer functions are in apply.cpp.
#include "domains/number.h"

#include "logic/eval.h"
#include "support/error.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace heddle::domains {

using logic::maskOf;
using logic::signedOf;
using logic::truncateTo;

namespace {

int64_t signedLeast(unsigned width) { return signedOf(1ull << (width - 1), width); }
int64_t signedGreatest(unsigned width) { return static_cast<int64_t>(maskOf(width) >> 1); }

uint64_t distance(uint64_t a, uint64_t b) { return a > b ? a - b : b - a; }

} // namespace

Number Number::top(unsigned width) {
  Number n;
  n.width_ = static_cast<uint8_t>(width);
  n.unsignedMax_ = maskOf(width);
  n.signedMin_ = signedLeast(width);
  n.signedMax_ = signedGreatest(width);
  return n;
}

Number Number::bottom(unsigned width) {
  Number n = top(width);
  n.bottom_ = true;
  return n;
}

Number Number::constant(uint64_t value, unsigned width) {
  Number n = top(width);
  n.unsignedMin_ = n.unsignedMax_ = truncateTo(value, width);
  n.signedMin_ = n.signedMax_ = signedOf(n.unsignedMin_, width);
  return n;
}

Number Number::ofUnsigned(uint64_t lo, uint64_t hi, unsigned width) {
  Number n = top(width);
  n.unsignedMin_ = lo;
  n.unsignedMax_ = std::min(hi, maskOf(width));
  n.reduce();
  return n;
}

Number Number::ofSigned(int64_t lo, int64_t hi, unsigned width) {
  Number n = top(width);
  n.signedMin_ = std::max(lo, n.signedMin_);
  n.signedMax_ = std::min(hi, n.signedMax_);
  n.reduce();
  return n;
}

Number Number::ofClass(uint64_t stride, uint64_t residue, unsigned width) {
  Number n = top(width);
  n.stride_ = std::max<uint64_t>(stride, 1);
  n.residue_ = residue % n.stride_;
  n.reduce();
  return n;
}

Number Number::boolean(bool mayBeFalse, bool mayBeTrue) {
  if (!mayBeFalse && !mayBeTrue) return bottom(1);
  return ofUnsigned(mayBeFalse ? 0 : 1, mayBeTrue ? 1 : 0, 1);
}

bool Number::isTop() const { return *this == top(width_); }

bool Number::contains(uint64_t v) const {
  const int64_t s = signedOf(v, width_);
  return !bottom_ && unsignedMin_ <= v && v <= unsignedMax_ && signedMin_ <= s && s <= signedMax_ &&
         v % stride_ == residue_;
}

void Number::reduceSigns() {
  const uint64_t half = 1ull << (width_ - 1);
  if (unsignedMax_ < half || unsignedMin_ >= half) {
    signedMin_ = std::max(signedMin_, signedOf(unsignedMin_, width_));
    signedMax_ = std::min(signedMax_, signedOf(unsignedMax_, width_));
  }
  if (signedMin_ >= 0 || signedMax_ < 0) {
    unsignedMin_ = std::max(unsignedMin_, truncateTo(static_cast<uint64_t>(signedMin_), width_));
    unsignedMax_ = std::min(unsignedMax_, truncateTo(static_cast<uint64_t>(signedMax_), width_));
  }
}

void Number::reduceClass() {
  if (stride_ == 1 || unsignedMin_ > unsignedMax_) return;
  const uint64_t up = (residue_ + stride_ - unsignedMin_ % stride_) % stride_;
  if (up > unsignedMax_ - unsignedMin_) {
    bottom_ = true;
    return;
  }
  unsignedMin_ += up;
  unsignedMax_ -= (unsignedMax_ % stride_ + stride_ - residue_) % stride_;
}

void Number::reduce() {
  for (Number before = bottom(width_); !bottom_ && !(before == *this);) {
    before = *this;
    reduceSigns();
    if (unsignedMin_ > unsignedMax_ || signedMin_ > signedMax_)
      bottom_ = true;
    else
      reduceClass();
  }
  if (!bottom_ && unsignedMin_ == unsignedMax_) {
    if (contains(unsignedMin_))
      *this = constant(unsignedMin_, width_);
    else
      bottom_ = true;
  }
  if (bottom_) *this = bottom(width_);
}

uint64_t Number::sizeUpTo(uint64_t limit) const {
  if (bottom_) return 0;
  const uint64_t steps = (unsignedMax_ - unsignedMin_) / stride_;
  return steps >= limit ? limit : std::min(limit, steps + 1);
}

std::vector<uint64_t> Number::values() const {
  std::vector<uint64_t> all;
  if (bottom_) return all;
  for (uint64_t v = unsignedMin_;; v += stride_) {
    if (contains(v)) all.push_back(v);
    if (unsignedMax_ - v < stride_) return all;
  }
}

Number Number::without(uint64_t v) const {
  if (!contains(v)) return *this;
  Number n = *this;
  if (isConstant()) return bottom(width_);
  if (v == unsignedMin_)
    n.unsignedMin_ += stride_;
  else if (v == unsignedMax_)
    n.unsignedMax_ -= stride_;
  const int64_t s = signedOf(v, width_);
  if (s == signedMin_)
    ++n.signedMin_;
  else if (s == signedMax_)
    --n.signedMax_;
  n.reduce();
  return n;
}

Number join(const Number& a, const Number& b) {
  HEDDLE_CHECK(a.width_ == b.width_, "a join of different widths");
  if (a.bottom_) return b;
  if (b.bottom_) return a;
  Number n = a;
  n.unsignedMin_ = std::min(a.unsignedMin_, b.unsignedMin_);
  n.unsignedMax_ = std::max(a.unsignedMax_, b.unsignedMax_);
  n.signedMin_ = std::min(a.signedMin_, b.signedMin_);
  n.signedMax_ = std::max(a.signedMax_, b.signedMax_);
  // A constant is in every class of its value: its distance to the other's values decides.
  const uint64_t between = distance(a.unsignedMin_, b.unsignedMin_);
  const uint64_t strideA = a.isConstant() ? 0 : a.stride_, strideB = b.isConstant() ? 0 : b.stride_;
  n.stride_ = std::gcd(std::gcd(strideA, strideB), between);
  if (n.stride_ == 0) n.stride_ = 1; // the same constant twice
  n.residue_ = n.unsignedMin_ % n.stride_;
  n.reduce();
  return n;
}

Number meet(const Number& a, const Number& b) {
  HEDDLE_CHECK(a.width_ == b.width_, "a meet of different widths");
  if (a.bottom_ || b.bottom_) return Number::bottom(a.width_);
  Number n = a;
  n.unsignedMin_ = std::max(a.unsignedMin_, b.unsignedMin_);
  n.unsignedMax_ = std::min(a.unsignedMax_, b.unsignedMax_);
  n.signedMin_ = std::max(a.signedMin_, b.signedMin_);
  n.signedMax_ = std::min(a.signedMax_, b.signedMax_);
  if (n.unsignedMin_ > n.unsignedMax_ || n.signedMin_ > n.signedMax_) return Number::bottom(a.width_);
  const Number& finer = a.stride_ >= b.stride_ ? a : b;
  const Number& coarser = a.stride_ >= b.stride_ ? b : a;
  n.stride_ = finer.stride_;
  n.residue_ = finer.residue_;
  const uint64_t common = std::gcd(finer.stride_, coarser.stride_);
  if (finer.residue_ % common != coarser.residue_ % common) return Number::bottom(a.width_);
  n.reduce();
  return n;
}

bool leq(const Number& a, const Number& b) {
  if (a.bottom_) return true;
  if (b.bottom_) return false;
  if (a.isConstant()) return b.contains(a.value());
  return b.unsignedMin_ <= a.unsignedMin_ && a.unsignedMax_ <= b.unsignedMax_ &&
         b.signedMin_ <= a.signedMin_ && a.signedMax_ <= b.signedMax_ && a.stride_ % b.stride_ == 0 &&
         a.residue_ % b.stride_ == b.residue_;
}

namespace {

// The thresholds of a width, taken as unsigned (at most so much) or as signed.
uint64_t nextUp(uint64_t v, const Thresholds& thresholds, unsigned width) {
  for (uint64_t t : thresholds)
    if (t >= v && t <= maskOf(width)) return t;
  return maskOf(width);
}

uint64_t nextDown(uint64_t v, const Thresholds& thresholds) {
  for (auto t = thresholds.rbegin(); t != thresholds.rend(); ++t)
    if (*t <= v) return *t;
  return 0;
}

int64_t nextSignedUp(int64_t v, const Thresholds& thresholds, unsigned width) {
  int64_t best = signedGreatest(width);
  for (uint64_t t : thresholds) {
    const int64_t s = static_cast<int64_t>(t);
    if (s >= v && s < best) best = s;
  }
  return best;
}

int64_t nextSignedDown(int64_t v, const Thresholds& thresholds, unsigned width) {
  int64_t best = signedLeast(width);
  for (uint64_t t : thresholds) {
    const int64_t s = static_cast<int64_t>(t);
    if (s <= v && s > best) best = s;
  }
  return best;
}

} // namespace

Number widen(const Number& a, const Number& b, const Thresholds& thresholds) {
  if (a.bottom_) return b;
  Number n = join(a, b);
  if (n.bottom_ || leq(n, a)) return a;
  const unsigned w = a.width_;
  if (n.unsignedMin_ < a.unsignedMin_) n.unsignedMin_ = nextDown(n.unsignedMin_, thresholds);
  if (n.unsignedMax_ > a.unsignedMax_) n.unsignedMax_ = nextUp(n.unsignedMax_, thresholds, w);
  if (n.signedMin_ < a.signedMin_) n.signedMin_ = nextSignedDown(n.signedMin_, thresholds, w);
  if (n.signedMax_ > a.signedMax_) n.signedMax_ = nextSignedUp(n.signedMax_, thresholds, w);
  n.reduce();
  return n;
}

Number narrow(const Number& a, const Number& b) {
  if (a.bottom_ || b.bottom_) return b;
  const Number whole = Number::top(a.width_);
  Number n = a;
  if (a.unsignedMin_ == whole.unsignedMin_) n.unsignedMin_ = b.unsignedMin_;
  if (a.unsignedMax_ == whole.unsignedMax_) n.unsignedMax_ = b.unsignedMax_;
  if (a.signedMin_ == whole.signedMin_) n.signedMin_ = b.signedMin_;
  if (a.signedMax_ == whole.signedMax_) n.signedMax_ = b.signedMax_;
  n.reduce();
  return n;
}

std::string Number::toString() const {
  if (bottom_) return "none";
  if (isConstant()) return fmt::format("{}", signedMin_);
  std::string text;
  const Number whole = top(width_);
  const bool bySign = signedMin_ != whole.signedMin_ || signedMax_ != whole.signedMax_;
  if (bySign)
    text = fmt::format("[{}, {}]", signedMin_, signedMax_);
  else if (unsignedMin_ != whole.unsignedMin_ || unsignedMax_ != whole.unsignedMax_)
    text = fmt::format("[{}, {}] unsigned", unsignedMin_, unsignedMax_);
  if (stride_ > 1) text += fmt::format("{}mod {} = {}", text.empty() ? "" : " ", stride_, residue_);
  return text.empty() ? "any" : text;
}

} // namespace heddle::domains
