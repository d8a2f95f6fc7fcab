// Guarded independence (Wang et al. 2010, section 3, Definition 2): two accesses of one variable that are in
// conflict may still be independent, under a condition on values. A triple breaks a block only if neither of
// its two pairs is independent.
//
// Addresses in a concurrent trace program are those of the run, so the rules for arrays (i != j) and pointers
// (p != q) are decided before: accesses of different places have different variables. What is left is rule 4,
// with e the value that a write writes:
//   a. RD-WR  the variable has that value already;
//   b. WR-WR  both write the same value;
//   c. WR-C   what is read is only used in the condition of its own action, which is the same for e.
// Read-modify-writes, values that are not recorded (floating point) and accesses of different sizes are
// always dependent. So is a remote access that is in a block itself: two blocks that each read 0 and write 1
// lose an update, although their writes commute, since moving one write mends one block and breaks the other.
#pragma once

#include "engines/predict/query.h"

namespace heddle::predict {

struct Access {
  EdgeId edge = ccfg::none;
  bool write = false;
  bool compared = false; // it has a value that can be compared
  Term address;
  unsigned bytes = 0;
  Term value;     // what is written, or the register that is read into
  Term condition; // rule c; null: the value is used for other things
};
Access accessOf(const Program& p, EdgeId e, bool byValues);

// Do the two access the same bytes with values that can be compared? Else they are dependent.
bool comparable(const Access& a, const Access& b);

// Is a read dependent on a write of `written`, if it would read `otherwise` without it?
Term readDepends(logic::TermManager& t, const Access& read, Term otherwise, Term written);

} // namespace heddle::predict
