// Circuits for arithmetic on vectors of literals of one length. Meanings are those of applyOp.
#pragma once

#include "logic/sat/cnf.h"

namespace heddle::logic::sat {

Bits addBits(Cnf& cnf, const Bits& a, const Bits& b, Lit carry = -Cnf::top);
Bits subBits(Cnf& cnf, const Bits& a, const Bits& b);
Bits negBits(Cnf& cnf, const Bits& a);
Bits iteBits(Cnf& cnf, Lit c, const Bits& t, const Bits& e);

// The lowest `width` bits of the product.
Bits mulBits(Cnf& cnf, const Bits& a, const Bits& b, size_t width);

struct Division {
  Bits quotient, remainder;
};
Division divideUnsigned(Cnf& cnf, const Bits& a, const Bits& b);
Division divideSigned(Cnf& cnf, const Bits& a, const Bits& b);

enum class Shift { Left, Right };
Bits shiftBits(Cnf& cnf, Shift direction, const Bits& a, const Bits& amount, Lit fill);

Lit equalBits(Cnf& cnf, const Bits& a, const Bits& b);
Lit lessUnsigned(Cnf& cnf, const Bits& a, const Bits& b);
Lit lessSigned(Cnf& cnf, Bits a, Bits b);

Lit addOverflows(Cnf& cnf, const Bits& a, const Bits& b);
Lit subOverflows(Cnf& cnf, const Bits& a, const Bits& b);
Lit mulOverflows(Cnf& cnf, const Bits& a, const Bits& b);

} // namespace heddle::logic::sat
