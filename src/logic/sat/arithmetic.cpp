#include "logic/sat/arithmetic.h"

#include <algorithm>
#include <utility>

namespace heddle::logic::sat {

namespace {

Bits notBits(Bits a) {
  for (Lit& l : a) l = -l;
  return a;
}

Bits absBits(Cnf& cnf, const Bits& a) { return iteBits(cnf, a.back(), negBits(cnf, a), a); }

} // namespace

Bits addBits(Cnf& cnf, const Bits& a, const Bits& b, Lit carry) {
  Bits sum(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    sum[i] = cnf.xorOf(a[i], b[i], carry);
    if (i + 1 < a.size()) carry = cnf.majority(a[i], b[i], carry);
  }
  return sum;
}

Bits subBits(Cnf& cnf, const Bits& a, const Bits& b) { return addBits(cnf, a, notBits(b), Cnf::top); }

Bits negBits(Cnf& cnf, const Bits& a) { return subBits(cnf, Bits(a.size(), -Cnf::top), a); }

Bits iteBits(Cnf& cnf, Lit c, const Bits& t, const Bits& e) {
  Bits r(t.size());
  for (size_t i = 0; i < t.size(); ++i) r[i] = cnf.iteOf(c, t[i], e[i]);
  return r;
}

Bits mulBits(Cnf& cnf, const Bits& a, const Bits& b, size_t width) {
  // One row of the school method per bit of the multiplier: best the operand with more constants.
  const bool swap = std::ranges::count_if(a, Cnf::isConstant) > std::ranges::count_if(b, Cnf::isConstant);
  const Bits& multiplicand = swap ? b : a;
  const Bits& multiplier = swap ? a : b;
  Bits sum(width, -Cnf::top);
  for (size_t i = 0; i < multiplier.size() && i < width; ++i) {
    if (multiplier[i] == -Cnf::top) continue;
    Bits row(width, -Cnf::top);
    for (size_t j = 0; j < multiplicand.size() && i + j < width; ++j)
      row[i + j] = cnf.andOf(multiplicand[j], multiplier[i]);
    sum = addBits(cnf, sum, row);
  }
  return sum;
}

// Long division. A zero divisor is subtracted in every step and changes nothing: all quotient bits are set
// and the remainder is the dividend, which is what SMT-LIB wants.
Division divideUnsigned(Cnf& cnf, const Bits& a, const Bits& b) {
  const size_t width = a.size();
  Bits divisor = b;
  divisor.push_back(-Cnf::top);
  Bits quotient(width), remainder(width + 1, -Cnf::top);
  for (size_t i = width; i-- > 0;) {
    remainder.pop_back(); // below the divisor, or (divisor 0) a prefix of the dividend: the highest bit is 0
    remainder.insert(remainder.begin(), a[i]);
    quotient[i] = -lessUnsigned(cnf, remainder, divisor);
    remainder = iteBits(cnf, quotient[i], subBits(cnf, remainder, divisor), remainder);
  }
  remainder.pop_back();
  return {quotient, remainder};
}

Division divideSigned(Cnf& cnf, const Bits& a, const Bits& b) {
  auto [quotient, remainder] = divideUnsigned(cnf, absBits(cnf, a), absBits(cnf, b));
  const Lit differ = cnf.xorOf(a.back(), b.back());
  return {iteBits(cnf, differ, negBits(cnf, quotient), quotient),
          iteBits(cnf, a.back(), negBits(cnf, remainder), remainder)};
}

Bits shiftBits(Cnf& cnf, Shift direction, const Bits& a, const Bits& amount, Lit fill) {
  const size_t width = a.size();
  Bits r = a, tooFar;
  for (size_t k = 0; k < amount.size(); ++k) {
    const size_t step = k < 7 ? size_t{1} << k : width; // widths end at 64
    if (step >= width) {
      tooFar.push_back(amount[k]);
      continue;
    }
    Bits shifted(width, fill);
    for (size_t i = 0; i + step < width; ++i) {
      if (direction == Shift::Left)
        shifted[i + step] = r[i];
      else
        shifted[i] = r[i + step];
    }
    r = iteBits(cnf, amount[k], shifted, r);
  }
  return iteBits(cnf, cnf.orAll(tooFar), Bits(width, fill), r);
}

Lit equalBits(Cnf& cnf, const Bits& a, const Bits& b) {
  Bits same(a.size());
  for (size_t i = 0; i < a.size(); ++i) same[i] = -cnf.xorOf(a[i], b[i]);
  return cnf.andAll(same);
}

Lit lessUnsigned(Cnf& cnf, const Bits& a, const Bits& b) {
  Lit less = -Cnf::top;
  for (size_t i = 0; i < a.size(); ++i) less = cnf.majority(-a[i], b[i], less);
  return less;
}

Lit lessSigned(Cnf& cnf, Bits a, Bits b) {
  std::swap(a.back(), b.back());
  return lessUnsigned(cnf, a, b);
}

Lit addOverflows(Cnf& cnf, const Bits& a, const Bits& b) {
  const Lit sign = addBits(cnf, a, b).back();
  return cnf.andOf(cnf.xorOf(a.back(), sign), cnf.xorOf(b.back(), sign));
}

Lit subOverflows(Cnf& cnf, const Bits& a, const Bits& b) {
  const Lit sign = subBits(cnf, a, b).back();
  return cnf.andOf(cnf.xorOf(a.back(), b.back()), cnf.xorOf(a.back(), sign));
}

// By magnitudes: of a product with sign bit, only the smallest negative number fits.
Lit mulOverflows(Cnf& cnf, const Bits& a, const Bits& b) {
  const size_t width = a.size();
  const Bits product = mulBits(cnf, absBits(cnf, a), absBits(cnf, b), 2 * width);
  const Lit negative = cnf.xorOf(a.back(), b.back());
  const Lit high = cnf.orAll(std::span(product).subspan(width));
  const Lit low = cnf.orAll(std::span(product).first(width - 1));
  return cnf.orOf(high, cnf.andOf(product[width - 1], cnf.orOf(-negative, low)));
}

} // namespace heddle::logic::sat
