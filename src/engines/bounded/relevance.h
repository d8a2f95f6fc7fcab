// Which reads a candidate rests on: what its violation, and the way to it, depend on in this model.
//
// Axioms that a candidate violates elsewhere need not be added before those: a proof may do without them. The
// answer guides the refinement only, so nothing rests on its being exact.
#pragma once

#include "engines/bounded/interference.h"
#include "logic/modelview.h"

#include <unordered_map>

namespace heddle::bounded {

class Relevance {
public:
  // Knows the clauses that the skeleton has by then.
  Relevance(const Skeleton& s, const Interference& interference);

  using Links = std::function<const Link*(uint32_t read)>; // the one that the model has; or null
  // Marks, in the view, the leaves that make the goal true.
  void mark(logic::ModelView& view, Term goal, const Links& linkOf) const;
  bool isRelevant(const logic::ModelView& view, uint32_t read) const;

private:
  void follow(logic::ModelView& view, Term leaf, const Links& linkOf) const;
  void followClause(logic::ModelView& view, Term leaf, const std::vector<Term>& clause) const;

  const Skeleton& s_;
  const Interference& i_;
  std::unordered_map<Term, std::vector<uint32_t>> clauses_; // by leaf that one of its literals is about
  std::unordered_map<Term, std::vector<uint32_t>> reads_;   // by leaf of the value
  std::vector<std::vector<Term>> leaves_;                   // by read
};

} // namespace heddle::bounded
