// Seeds: what another engine says holds where a thread stands, as clauses over state symbols. Nothing here is
// believed: a clause labels a node only if it follows from the label of the node before, and the step between
// them (Refiner::adopt), like every other one.
#pragma once

#include "engine/evidence.h"
#include "engines/impact/clauses.h"

namespace heddle::impact {

class Seeds {
public:
  Seeds(const LowerContext& c, const engine::Invariants* invariants); // null: there are none

  // Of all threads that stand there, each once.
  const std::vector<Literals>& at(ControlId id, const Control& control);

private:
  void add(std::vector<Literals>& to, uint32_t slot, const Standing& standing, const engine::Invariant& i);
  void addBound(std::vector<Literals>& to, Term t, const engine::Range& range);
  Term relation(const engine::Relation& r, Term first, Term second);
  Term termOf(uint32_t slot, const Standing& standing, const engine::Place& place); // null: it is none

  const LowerContext& c_;
  logic::TermManager& terms_;
  std::map<ccfg::LocId, const engine::Invariant*> invariants_;
  std::map<ControlId, std::vector<Literals>> known_;
};

} // namespace heddle::impact
