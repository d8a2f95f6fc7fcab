// Interference abstractions (paper 000, definition 6) and the procedure REF (section 6.3).
//
// An abstraction is a tuple (R, W, Lambda, Sigma): the reads that must link to a write, the writes that each
// may link to, the pairs whose data flow and order is enforced (P2), the triples that keep writes from coming
// between (P3). A smaller W restricts, smaller Lambda and Sigma relax. REF solves under an abstraction: a
// candidate that violates axioms left out is excluded by adding them (RedO), a proof that rests on a
// restricted W by widening it (RedU).
#pragma once

#include "engines/bounded/bounded.h"
#include "engines/bounded/interference.h"

namespace heddle::bounded {

class Refinement {
public:
  // Throws OutOfBudget.
  Refinement(Skeleton& s, const Interference& interference, logic::Solver& solver,
             const BoundedOptions& options, const Budget& budget);

  // Sat: there is an execution that satisfies the goal, and the solver's model shows it. Unsat: there is
  // none.
  logic::Answer solve(Term goal, const Budget& budget);

  uint64_t sizeW() const { return sizeW_; }
  uint64_t sizeLambda() const { return sizeLambda_; }
  uint64_t sizeSigma() const { return sizeSigma_; }
  uint64_t iterations() const { return iterations_; }

private:
  struct LinkState {
    Term variable; // link(r, w)
    bool inW = false;
    bool inLambda = false;
    bool ordered = false;    // the order part of P2 (S3)
    std::vector<bool> sigma; // by interfering write: in Sigma
  };
  struct ReadState {
    bool inR = false;
    Term more; // the read may link to a write outside W; assumed false while W is restricted
    std::vector<LinkState> links;
  };

  void initialise(const Budget& budget);
  void include(uint32_t r, bool restricted);
  void widen(uint32_t r);
  void addLink(uint32_t r, uint32_t l);
  void addP2(uint32_t r, uint32_t l);
  void addOrder(uint32_t r, uint32_t l);
  void addP3(uint32_t r, uint32_t l, uint32_t k);
  void addAllP3(uint32_t r, uint32_t l);
  Term orderTerm(const Read& read, const Link& link) const;

  // The two refinements; false: nothing to refine, so the candidate is consistent (the proof is valid).
  bool redO();
  bool redO1();
  bool redO2();
  bool redO3();
  bool redU();
  bool isTrue(Term t) { return solver_.value(t) != 0; }
  bool isBefore(PieceId a, PieceId b) const;
  bool comesBetween(const Read& read, const Link& link, const Link& other);
  void say(const std::string& text) const;
  std::string nameOf(PieceId p) const;

  Skeleton& s_;
  const Interference& i_;
  logic::Solver& solver_;
  logic::TermManager& t_;
  BoundedOptions options_;
  std::vector<ReadState> states_;  // by read
  std::vector<uint32_t> position_; // by event, in the candidate
  uint64_t sizeW_ = 0, sizeLambda_ = 0, sizeSigma_ = 0, iterations_ = 0;
};

} // namespace heddle::bounded
