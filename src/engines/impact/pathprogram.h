// Labels from the path as Horn clauses, solved by Spacer. Nodes of the path at the same global control
// location share a relation, so what is found holds in every round of the loops on the path (Beyer et al.
// 2007, path invariants), and the nodes cover each other. Where that asks too much, each node gets a relation
// of its own.
#pragma once

#include "engines/impact/interpolator.h"

namespace heddle::impact {

class PathProgram : public Interpolator {
public:
  PathProgram(const Tree& tree, const Symbols& symbols, Steps& steps, logic::TermManager& terms)
      : tree_(tree), symbols_(symbols), steps_(steps), terms_(terms) {}

  std::optional<Sequence> find(const InfeasiblePath& path) override;

private:
  std::optional<Sequence> solve(const InfeasiblePath& path, const std::vector<size_t>& relationOf,
                                bool noWraps);
  std::vector<std::set<SymbolId>> parameters(const InfeasiblePath& path,
                                             const std::vector<size_t>& relationOf);

  const Tree& tree_;
  const Symbols& symbols_;
  Steps& steps_;
  logic::TermManager& terms_;
};

} // namespace heddle::impact
