// Labels from infeasible paths (REFINE of Algorithm 1): a sequence of clauses along a path, each implied by
// the one before it and the step between them, of which the last one excludes what must not be.
//
// The candidates are weakest preconditions, as one clause of literals at each node. A guard joins the clause
// only if the core of the infeasible path needs it. Then, forwards, literals are dropped as long as the label
// before, the clause before and the step imply what is left; so every clause is checked by a solver before it
// labels anything. Inputs may stand in a weakest precondition, where they mean "for all"; labels have none,
// so a literal with one is dropped, or the input is replaced by a value that is shown to be the worst.
//
// Where that does not succeed, or a clause gets too large, it is pinned: symbols that have one value on the
// path are said to have it, which is shown first in the same way, and the clause goes on without them.
#pragma once

#include "engines/impact/tree.h"

namespace heddle::impact {

class Refiner {
public:
  Refiner(Tree& tree, Clauses& clauses, Prover& prover, Symbols& symbols)
      : tree_(tree), clauses_(clauses), prover_(prover), symbols_(symbols), terms_(symbols.terms()) {}

  // The state at `node` can't satisfy `bad` on the tree's path; `core` has those of the path's conditions,
  // and of bad's, executed on symbols, that suffice for that. Then the label implies that bad does not hold.
  // False: no such label was found.
  bool exclude(NodeId node, const Conjunction& bad, const std::vector<bool>& badInCore,
               const std::set<Term>& core);
  // The clause holds at `to` by the label of `from`, its ancestor, and the steps between them. Then it joins
  // the label of `to`. False: that was not shown.
  bool carry(NodeId from, NodeId to, ClauseId c);

  size_t refinements() const { return refinements_; }

private:
  struct Wanted { // at a node of the path
    bool valid = false;
    Literals literals;
    std::vector<Term> before; // the literals' weakest preconditions under the action that leads to the node
  };
  using Kept = std::optional<Literals>; // nothing: true

  // By node of the path. Nothing: a clause gets too large, or, with pins, can't be pinned.
  std::optional<std::vector<Wanted>> backwards(const std::vector<NodeId>& path, Literals last,
                                               const std::set<Term>* core, bool pins);
  bool step(const Node& node, Wanted& w, Wanted& earlier, const std::set<Term>* core);
  // The label of `to` implies the clause from here on.
  bool prove(NodeId to, const Literals& clause, const std::set<Term>& core);
  std::optional<Kept> pinned(NodeId node, const Literals& clause);
  bool forwards(const std::vector<NodeId>& path, const std::vector<Wanted>& wanted);
  // Outside: it was not found.
  std::optional<Kept> keep(NodeId before, const Action& action, const Kept& kept, const Wanted& w);
  std::optional<Literals> carriedOver(const Kept& kept, const Wanted& w) const;
  std::optional<Kept> withoutInputs(const Literals& literals);
  std::optional<Kept> withoutInput(const Literals& literals, Term input);
  Term someInput(const Literals& literals) const; // null: there is none
  Term before(const Action& a, Term t);

  Tree& tree_;
  Clauses& clauses_;
  Prover& prover_;
  Symbols& symbols_;
  logic::TermManager& terms_;
  std::unordered_map<const Action*, std::unordered_map<Term, Term>> before_; // what `before` has found
  size_t refinements_ = 0;
};

} // namespace heddle::impact
