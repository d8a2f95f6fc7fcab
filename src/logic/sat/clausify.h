// Assertions to clauses: what stands on top of an assertion (and, or, not, ite, equality) needs no variables
// of its own.
//
// A clause is split while one of its literals has a form that can be: a conjunction, an if-then-else or an
// equality becomes one clause per part, a disjunction is merged into the clause. Trap: splitting a term each
// time it occurs would copy shared guards into every clause. So a node is split once; where it occurs again,
// it stands as its own literal.
#pragma once

#include "logic/sat/bitblast.h"

#include <unordered_set>

namespace heddle::logic::sat {

class Clausifier {
public:
  Clausifier(Cnf& cnf, BitBlaster& blaster) : cnf_(cnf), blaster_(blaster) {}

  void addClause(std::span<const Term> literals);

private:
  struct Signed {
    Term term;
    bool negated;
  };
  struct Clause {
    std::vector<Signed> open; // still to be looked at
    Signed split{{}, false};  // a conjunction of parts, kept for last
    Bits literals;
  };

  bool mayOpen(Term t); // not seen before, so it may be taken apart
  void sortOut(Clause& clause);
  void splitInto(const Clause& clause);
  void splitEquality(const Clause& clause);

  Cnf& cnf_;
  BitBlaster& blaster_;
  std::vector<Clause> work_;
  std::unordered_set<Term> opened_;
};

} // namespace heddle::logic::sat
