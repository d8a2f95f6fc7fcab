// Replaces leaves in many terms that share much: what was rewritten once is remembered.
#pragma once

#include "logic/term.h"

#include <unordered_map>
#include <vector>

namespace heddle::logic {

class Rewrite {
public:
  explicit Rewrite(TermManager& terms) : t_(terms) {}
  // Before the first term is rewritten. Leaves in `by` are replaced, too; there must be no circle.
  void replace(Term leaf, Term by) { replaced_[leaf] = by; }
  Term operator()(Term t); // null stays null

private:
  bool visit(Term t, std::vector<Term>& stack); // false: others on the stack come first

  TermManager& t_;
  std::unordered_map<Term, Term> replaced_, known_;
};

} // namespace heddle::logic
