// Clauses and labels. A label is a set of clauses over state symbols, a clause a set of literals of which one
// holds; both are interned, so that most implications are decided by comparing numbers (Wachter et al. 2013,
// section V: first syntactically, then by a table, then by a solver).
#pragma once

#include "engines/impact/context.h"
#include "logic/solver.h"
#include "support/budget.h"

#include <map>
#include <span>
#include <unordered_map>

namespace heddle::impact {

using ClauseId = uint32_t;
using Label = std::vector<ClauseId>; // sorted; empty: true
using Literals = std::vector<Term>;  // sorted, distinct, no constants; empty: false

bool isSubset(const Literals& a, const Literals& b); // then a implies b
// Adds the literals of a term to a clause. False: the clause is valid.
bool addLiterals(logic::TermManager& terms, Literals& to, Term t);
// The clause that says that not all of them hold. Nothing: it is valid.
std::optional<Literals> negated(logic::TermManager& terms, const Conjunction& c);

// Satisfiability of conjunctions, by one incremental solver that is renewed when it has grown.
class Prover {
public:
  Prover(logic::TermManager& terms, const Budget& budget) : terms_(terms), budget_(budget) {}

  // Throws OutOfBudget if there is no answer.
  bool isUnsat(const std::vector<Term>& conjuncts);
  const std::vector<Term>& core() const { return core_; } // after true: conjuncts that suffice
  uint64_t value(Term t) { return solver_->value(t); }    // after false
  size_t queries() const { return queries_; }

private:
  logic::TermManager& terms_;
  const Budget& budget_;
  std::unique_ptr<logic::Solver> solver_;
  std::vector<Term> core_;
  size_t queries_ = 0, sinceRenewal_ = 0;
};

class Clauses {
public:
  Clauses(logic::TermManager& terms, Prover& prover) : terms_(terms), prover_(prover) {}

  ClauseId intern(const Literals& literals);
  const Literals& literals(ClauseId c) const { return literals_[c]; }
  size_t size() const { return literals_.size(); }
  Term term(ClauseId c) const { return terms_of_[c]; }

  bool implies(const Label& label, ClauseId c);
  bool implies(const Label& a, const Label& b);

  struct Counts {
    size_t syntactic = 0, table = 0, solver = 0;
  };
  const Counts& counts() const { return counts_; }

private:
  logic::TermManager& terms_;
  Prover& prover_;
  std::map<std::vector<uint32_t>, ClauseId> ids_; // by the literals' numbers
  std::vector<Literals> literals_;
  std::vector<Term> terms_of_;
  std::map<Label, uint32_t> labels_;
  std::unordered_map<uint64_t, bool> table_; // by label and clause
  Counts counts_;
};

} // namespace heddle::impact
