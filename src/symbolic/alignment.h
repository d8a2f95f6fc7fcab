// What multiple an address surely is: accesses of one size at such addresses meet in all of their bytes or in
// none.
#pragma once

#include "logic/term.h"

#include <unordered_map>

namespace heddle::symbolic {

using logic::Term;

class Alignment {
public:
  unsigned lowZeroBits(Term t); // how many low bits of the term are surely zero

private:
  unsigned ofNode(Term t) const; // its operands are known

  std::unordered_map<Term, unsigned> known_;
};

} // namespace heddle::symbolic
