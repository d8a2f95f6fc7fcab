// What solvers share: the terms for the order of events.
#include "logic/solver.h"

#include "support/error.h"

#include <fmt/format.h>

namespace heddle::logic {

Term Solver::before(EventId a, EventId b) {
  HEDDLE_CHECK(a != b, "the order of an event and itself");
  if (auto known = skeleton_.known(a, b)) return terms_.boolean(*known);
  if (a > b) return terms_.notOf(before(b, a));
  Term& atom = atoms_[static_cast<uint64_t>(a) << 32 | b];
  if (!atom) {
    atom = terms_.var(terms_.newSymbol(fmt::format("e{}<e{}", a, b), 1));
    declareAtom(atom, a, b);
  }
  return atom;
}

} // namespace heddle::logic
