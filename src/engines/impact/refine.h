// Labels from infeasible paths (REFINE of Algorithm 1): ways of finding them are asked in turn
// (interpolator.h). What one proposes is checked, clause by clause, to be a sequent interpolant before it
// labels anything.
#pragma once

#include "engines/impact/impact.h"
#include "engines/impact/interpolator.h"

namespace heddle::impact {

class Refiner {
public:
  Refiner(Tree& tree, Clauses& clauses, Prover& prover, Symbols& symbols, RefinerChoice choice);

  // The state at `node` can't satisfy `bad` on the tree's path; `core` has those of the path's conditions,
  // and of bad's, executed on symbols, that suffice for that; `granted`: among them are those of granted
  // steps. Then the label implies that bad does not hold. `isSeries`: labels like that were found before, and
  // led nowhere. False: no such label was found.
  bool exclude(NodeId node, const Conjunction& bad, const std::vector<bool>& badInCore,
               const std::set<Term>& core, const Granted& granted, bool isSeries);
  // The clause holds at `to` by the label of `from`, its ancestor, and the steps between them. Then it joins
  // the label of `to`. False: that was not shown.
  bool carry(NodeId from, NodeId to, ClauseId c);

  // The same, from the node before.
  bool adopt(NodeId n, const Literals& clause);

  void statistics(Statistics& s) const;

private:
  struct Way {
    std::string name;
    std::unique_ptr<Interpolator> interpolator;
    bool excludes; // else it only carries clauses
    size_t asked = 0, found = 0;
  };

  bool label(const InfeasiblePath& path, const std::optional<Sequence>& sequence);
  bool isSequent(const InfeasiblePath& path, const Sequence& sequence);
  bool follows(const InfeasiblePath& path, const Sequence& sequence, size_t at, const Literals& clause);
  bool ask(Way& way, const InfeasiblePath& path);

  Tree& tree_;
  Clauses& clauses_;
  Prover& prover_;
  const Symbols& symbols_;
  logic::TermManager& terms_;
  Steps steps_;
  std::vector<Way> ways_;
  struct Spread { // of a clause that was carried: by how many new clauses, and from how far it came itself
    unsigned times = 0, generation = 0;
  };
  std::unordered_map<ClauseId, Spread> spreads_;
  size_t refinements_ = 0;
  size_t adopted_ = 0, refused_ = 0; // seeds
};

} // namespace heddle::impact
