// Labels by strongest postconditions, over the steps that a core names: what each symbol that the rest of the
// path needs has got for a value, with the inputs projected out. Then, backwards, only what the next node
// needs stays (Henzinger et al. 2004, section 4, without an interpolating solver).
#pragma once

#include "engines/impact/interpolator.h"

namespace heddle::impact {

class Strongest : public Interpolator {
public:
  Strongest(const Tree& tree, Prover& prover, const Symbols& symbols, Steps& steps, logic::TermManager& terms)
      : tree_(tree), prover_(prover), symbols_(symbols), steps_(steps), terms_(terms) {}

  std::optional<Sequence> find(const InfeasiblePath& path) override;

private:
  Conjunction conditions(const InfeasiblePath& path, size_t upTo) const;
  Conjunction facts(NodeId n, const std::set<SymbolId>& needed, const Conjunction& conditions);
  bool replaceInputs(Conjunction& facts);
  // Those of the facts that, with the guard, imply the goal.
  std::optional<Conjunction> neededFor(const Conjunction& facts, const Conjunction& guard, Term goal);
  void addClauses(const Conjunction& facts, std::vector<Literals>& to);

  const Tree& tree_;
  Prover& prover_;
  const Symbols& symbols_;
  Steps& steps_;
  logic::TermManager& terms_;
};

} // namespace heddle::impact
