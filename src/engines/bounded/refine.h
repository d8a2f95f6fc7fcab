// Interference abstractions (Sinha and Wang 2011, definition 6) and the procedure REF (section 6.3).
//
// An abstraction is a tuple (R, W, Lambda, Sigma): the reads that must link to a write, the writes that each
// may link to, the pairs whose data flow and order is enforced (P2), the triples that keep writes from coming
// between (P3). A smaller W restricts, smaller Lambda and Sigma relax. REF solves under an abstraction: a
// candidate that violates axioms left out is excluded by adding them (RedO), a proof that rests on a
// restricted W by widening it (RedU).
#pragma once

#include "engines/bounded/bounded.h"
#include "engines/bounded/interference.h"
#include "engines/bounded/relevance.h"
#include "support/log.h"

#include <algorithm>

namespace heddle::bounded {

// Ways to an execution that violates a property from a candidate that violates axioms. True: there is one.
struct Trials {
  std::function<bool()> atOnce; // before anything is refined
  std::function<bool()> last;   // once what the violation rests on is consistent
};

class Refinement {
public:
  // Throws OutOfBudget.
  Refinement(Skeleton& s, const Interference& interference, logic::Solver& solver,
             const BoundedOptions& options, const Log& log, const Budget& budget);

  // Sat: there is an execution that satisfies one of the conditions, and the solver's model shows it; or a
  // trial succeeded, which spares the axioms that the model violates. Unsat: there is none.
  logic::Answer solve(const std::vector<Term>& oneOf, const Budget& budget, const Trials& trials = {});

  uint64_t sizeW() const { return sizeW_; }
  uint64_t sizeLambda() const { return sizeLambda_; }
  uint64_t sizeSigma() const { return sizeSigma_; }
  uint64_t tied() const { return static_cast<uint64_t>(std::count(tied_.begin(), tied_.end(), true)); }
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
  void widenBy(uint32_t r, PieceId write);
  void addLink(uint32_t r, uint32_t l);
  void addP2(uint32_t r, uint32_t l);
  void addOrder(uint32_t r, uint32_t l);
  void addP3(uint32_t r, uint32_t l, uint32_t k);
  void addAllP3(uint32_t r, uint32_t l);
  void addP3Around(uint32_t r, uint32_t l);
  void tie(size_t word);
  Term orderTerm(const Read& read, const Link& link) const;

  // The two refinements; false: nothing to refine, so the candidate is consistent (the proof is valid).
  bool redO(const std::vector<Term>& oneOf, const Trials& trials);
  bool redU();
  // An instance of an axiom that a candidate violates.
  struct Violated {
    std::vector<Term> leaves; // what reads find there
    std::function<std::string()> text;
    std::function<void()> add;
  };
  void findP1();
  void findP2();
  void findP3();
  void findGuarded();
  std::vector<const Violated*> relevant();
  void addThe(const Violated& v);
  bool isTrue(Term t) { return view_->holds(t); }
  void lookAt(const std::vector<Term>& oneOf);
  const Link* linkOf(uint32_t r);
  bool isBefore(PieceId a, PieceId b) const;
  bool comesBetween(const Read& read, const Link& link, const Link& other);
  std::string nameOf(PieceId p) const;

  Skeleton& s_;
  const Interference& i_;
  logic::Solver& solver_;
  logic::TermManager& t_;
  BoundedOptions options_;
  const Log& log_;
  std::vector<ReadState> states_; // by read
  std::vector<bool> tied_;        // by guarded word
  Relevance relevance_;
  // Of the candidate:
  std::optional<logic::ModelView> view_;
  std::vector<Violated> violated_;
  std::vector<uint32_t> position_; // by event, in the candidate
  uint64_t sizeW_ = 0, sizeLambda_ = 0, sizeSigma_ = 0, iterations_ = 0;
};

} // namespace heddle::bounded
