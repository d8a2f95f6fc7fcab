// Horn clauses over relations of numbers, solved by Z3's Spacer.
//
// Bit-vectors are taken for unbounded integers, since Spacer generalises over those: it finds `i == s` where
// bits would give it one value after the other. So a solution is a proposal: whoever asks for it checks it
// over bits. Operators that mean nothing for integers may have any result.
#pragma once

#include "logic/term.h"
#include "support/budget.h"

#include <optional>
#include <vector>

namespace heddle::logic {

struct HornAtom {
  size_t relation;
  std::vector<Term> arguments;
};

// body and conditions imply head. Without a body: conditions alone; without a head: they must not hold.
struct HornClause {
  std::optional<HornAtom> body;
  std::vector<Term> conditions;
  std::optional<HornAtom> head;
};

struct HornRelation {
  std::vector<SymbolId> parameters;
};

// For each relation a set of conjuncts over its parameters. Nothing: there is no solution, or it was not
// found within so many milliseconds. `noWraps`: the solution is to show that no operation on the way leaves
// the range of its bits, too; it is the more likely to mean the same for bits.
std::optional<std::vector<std::vector<Term>>> solveHorn(TermManager& terms,
                                                        const std::vector<HornRelation>& relations,
                                                        const std::vector<HornClause>& clauses, bool noWraps,
                                                        unsigned milliseconds);

} // namespace heddle::logic
