// How labels are found for an infeasible path (REFINE of Algorithm 1): several ways behind one interface.
// What they find is a proposal; refine.h checks it before it labels anything.
#pragma once

#include "engines/impact/tree.h"

namespace heddle::impact {

struct InfeasiblePath {
  std::vector<NodeId> nodes;  // the label of the first is what is known
  Literals wanted;            // a clause that is to hold at the last
  const std::set<Term>* core; // conditions of the steps, executed on inputs, that suffice for it; null: all
};

// By node of the path, from the second on: clauses that hold there by those of the node before, its label and
// the step between them. At the last node they imply the wanted clause.
using Sequence = std::vector<std::vector<Literals>>;

// The steps of paths, as ways of finding labels look at them.
class Steps {
public:
  Steps(const Tree& tree, logic::TermManager& terms) : tree_(tree), terms_(terms) {}

  Term before(const Action& a, Term t); // the weakest precondition
  Conjunction guardOf(NodeId n) const;  // of the step to the node, unless it was granted
  // The executed conditions of these granted steps may be a reason.
  void allow(Granted granted) { granted_ = std::move(granted); }
  const Granted& allowed() const { return granted_; }

private:
  const Tree& tree_;
  logic::TermManager& terms_;
  Granted granted_;
  std::unordered_map<const Action*, std::unordered_map<Term, Term>> before_; // what `before` has found
};

class Interpolator {
public:
  virtual ~Interpolator() = default;
  virtual std::optional<Sequence> find(const InfeasiblePath& path) = 0;
};

// For each node the state symbols on which the wanted clause may depend, by the core's conditions.
std::vector<std::set<SymbolId>> neededSymbols(const Tree& tree, const Symbols& symbols, Steps& steps,
                                              const InfeasiblePath& path);

} // namespace heddle::impact
