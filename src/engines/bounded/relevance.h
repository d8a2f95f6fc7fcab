// Which reads a candidate rests on: what its violation, and the way to it, depend on in this model.
//
// Axioms that a candidate violates elsewhere need not be added before those: a proof may do without them. The
// answer guides the refinement only, so nothing rests on its being exact.
#pragma once

#include "engines/bounded/interference.h"
#include "logic/modelview.h"

namespace heddle::bounded {

class Relevance {
public:
  // Knows the clauses that the skeleton has by then.
  Relevance(const Skeleton& s, const Interference& interference);

  using Links = std::function<const Link*(uint32_t read)>; // the one that the model has; or null
  // Marks, in the view, the leaves that make the goal true.
  void mark(logic::ModelView& view, Term goal, const Links& linkOf) const;
  // The leaves that tell whether the read matters.
  const std::vector<Term>& leavesOf(uint32_t read) const { return leaves_[read]; }

private:
  void follow(logic::ModelView& view, Term leaf, const Links& linkOf) const;
  void followClause(logic::ModelView& view, Term leaf, const std::vector<Term>& clause) const;

  const Skeleton& s_;
  const Interference& i_;
  using ByLeaf = std::vector<std::vector<uint32_t>>; // by id of the term
  static std::vector<uint32_t>& at(ByLeaf& lists, Term leaf) {
    if (leaf.id() >= lists.size()) lists.resize(leaf.id() + 1);
    return lists[leaf.id()];
  }
  ByLeaf clauses_;                        // those that have a literal about the leaf
  ByLeaf reads_;                          // those whose value has it
  std::vector<std::vector<Term>> leaves_; // by read
};

} // namespace heddle::bounded
