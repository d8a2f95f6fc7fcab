// Solvers: satisfiability of terms and of the order of events.
//
// Events lie on chains (the steps of one thread, in program order). The order of all events is total;
// `before` gives a term for the order of two of them: a constant where chains and `alwaysBefore` decide it,
// else an atom that any assertion may mention. Terms belong to the manager the solver was made with.
//
// Implementations: sat/ (bit-blasting to CaDiCaL, the order as variables per concurrent pair) and z3/
// (clocks; the cross-check).
#pragma once

#include "logic/order/knownorder.h"
#include "logic/term.h"
#include "support/budget.h"
#include "support/statistics.h"

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::logic {

enum class Answer : uint8_t {
  Sat,
  Unsat,
  Timeout, // the budget is spent
  Unknown, // the solver gave up, or meets an operator it has no meaning for
  Error,   // the solver failed
};

class Solver {
public:
  explicit Solver(TermManager& terms) : terms_(terms) {}
  virtual ~Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // ---- order. Chains, events and alwaysBefore come before the first use of `before`.
  ChainId newChain() { return skeleton_.newChain(); }
  EventId newEvent(ChainId chain) { return skeleton_.newEvent(chain); } // after all earlier ones of the chain
  void alwaysBefore(EventId a, EventId b) { skeleton_.alwaysBefore(a, b); }
  // Is a before b by chains and alwaysBefore alone? Nothing if they leave it open. Makes no atom.
  std::optional<bool> known(EventId a, EventId b) const { return skeleton_.known(a, b); }
  Term before(EventId a, EventId b); // width 1; a != b. before(b, a) is its negation.

  // Adding assertions takes time, too: from here on it throws OutOfBudget. The budget outlives the solver.
  virtual void limit(const Budget&) {}

  // ---- assertions, of width 1
  virtual void add(Term t) = 0;
  virtual void addClause(std::span<const Term> literals) = 0; // at least one of them holds

  // ---- answers
  virtual Answer check(std::span<const Term> assumptions, const Budget& budget) = 0;
  virtual std::string reason() const = 0; // after Timeout, Unknown, Error
  virtual uint64_t value(Term t) = 0;     // after Sat: in the model
  // After Sat: all events in an order that agrees with chains, alwaysBefore and the atoms that were used.
  virtual std::vector<EventId> linearisation() = 0;
  virtual std::vector<Term> core() = 0; // after Unsat: assumptions that suffice
  virtual Statistics statistics() const = 0;

protected:
  virtual void declareAtom(Term atom, EventId a, EventId b) = 0; // the atom means: a is before b

  TermManager& terms_;
  OrderSkeleton skeleton_;

private:
  std::unordered_map<uint64_t, Term> atoms_; // by (a, b) with a < b
};

struct SatOptions {
  size_t orderCells = 4'000'000; // variables for orders of events, beyond which pairs of chains get no matrix
  bool manyChecks = false;       // clauses come between checks: what was simplified would be undone for them
};
std::unique_ptr<Solver> makeSatSolver(TermManager& terms, const SatOptions& options = {});
std::unique_ptr<Solver> makeZ3Solver(TermManager& terms);

} // namespace heddle::logic
