// Copies terms, from one manager into another or within one, with other leaves: substitution, renaming,
// execution on symbolic values. The one way to do so (check/ has its own, on purpose).
#pragma once

#include "logic/term.h"

#include <unordered_map>

namespace heddle::logic {

// One copier serves many terms of one source: what they share is copied once.
class TermCopier {
public:
  // What stands in the copy for a variable or an address. Null: nothing does, and there is no copy of a term
  // that has it.
  using Leaf = std::function<Term(Term leaf)>;
  // The copy of a term with operands, of which all have copies; else it is made with the same operator.
  using Node = std::function<Term(Term original, const Term* operands)>;

  TermCopier(TermManager& to, Leaf leaf) : to_(to), leaf_(std::move(leaf)) {}
  // Within one manager: leaves stay.
  explicit TermCopier(TermManager& terms) : TermCopier(terms, [](Term leaf) { return leaf; }) {}

  // Before anything is copied. Leaves in `by`, a term of the source, are replaced, too; there must be no
  // circle.
  void replace(Term leaf, Term by) { replaced_[leaf] = by; }
  Term copy(Term t) { return copy(t, leaf_, {}); } // null stays null
  // For one who may be copied together with the copier: says each time what stands for leaves and nodes.
  Term copy(Term t, const Leaf& leaf, const Node& node);
  void forget() { done_.clear(); } // leaves mean something else from here on

private:
  // False: others on the stack come first.
  bool visit(Term t, const Leaf& leaf, const Node& node, std::vector<Term>& stack);
  bool visitLeaf(Term t, const Leaf& leaf, std::vector<Term>& stack);

  TermManager& to_;
  Leaf leaf_;
  std::unordered_map<Term, Term> replaced_, done_;
};

} // namespace heddle::logic
