// Labels by weakest preconditions (Wachter et al. 2013, section V).
//
// The candidates are weakest preconditions, as one clause of literals at each node. A guard joins the clause
// only if the core of the infeasible path needs it. Then, forwards, literals are dropped as long as the label
// before, the clause before and the step imply what is left. Inputs may stand in a weakest precondition,
// where they mean "for all"; labels have none, so a literal with one is dropped, or the input is replaced by
// a value that is shown to be the worst.
//
// Where that does not succeed, or a clause gets too large, it is pinned: symbols that have one value on the
// path are said to have it, which is shown first in the same way, and the clause goes on without them.
#pragma once

#include "engines/impact/interpolator.h"

#include <functional>

namespace heddle::impact {

class Weakest : public Interpolator {
public:
  // Shows a clause at the last node of a path, for pins.
  using Prove = std::function<bool(const InfeasiblePath& path)>;

  Weakest(Tree& tree, Clauses& clauses, Prover& prover, Symbols& symbols, Steps& steps, Prove prove)
      : tree_(tree), clauses_(clauses), prover_(prover), symbols_(symbols), terms_(symbols.terms()),
        steps_(steps), prove_(std::move(prove)) {}

  std::optional<Sequence> find(const InfeasiblePath& path) override;

private:
  struct Wanted { // at a node of the path
    bool valid = false;
    Literals literals;
    std::vector<Term> before; // the literals' weakest preconditions under the action that leads to the node
  };
  using Kept = std::optional<Literals>; // nothing: true

  // By node of the path. Nothing: a clause gets too large, or, with pins, can't be pinned.
  std::optional<std::vector<Wanted>> backwards(const InfeasiblePath& path, bool pins);
  bool step(NodeId node, Wanted& w, Wanted& earlier, const std::set<Term>* core);
  bool isHopeless(const InfeasiblePath& path, const Wanted& first);
  Term onlyValue(NodeId node, Term executed);
  std::optional<Kept> pinned(NodeId node, const Literals& clause);
  std::optional<Sequence> forwards(const InfeasiblePath& path, const std::vector<Wanted>& wanted);
  // Outside: it was not found.
  std::optional<Kept> keep(NodeId before, NodeId node, const Kept& kept, const Wanted& w);
  std::optional<Literals> carriedOver(const Kept& kept, const Wanted& w) const;
  std::optional<Kept> withoutInputs(const Literals& literals);
  std::optional<Kept> withoutInput(const Literals& literals, Term input);
  Term someInput(const Literals& literals) const; // null: there is none

  Tree& tree_;
  Clauses& clauses_;
  Prover& prover_;
  Symbols& symbols_;
  logic::TermManager& terms_;
  Steps& steps_;
  Prove prove_;
  std::map<std::pair<NodeId, Term>, Term> only_; // what `onlyValue` has found
};

} // namespace heddle::impact
