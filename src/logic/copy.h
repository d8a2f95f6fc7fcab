// Copies terms from one manager into another.
#pragma once

#include "logic/term.h"

#include <unordered_map>

namespace heddle::logic {

// One copier serves many terms of one source: what they share is copied once.
class TermCopier {
public:
  // `leaf` tells what stands in the copy for a variable or an address. Null: there is nothing, and no copy of
  // a term that has it.
  TermCopier(TermManager& to, std::function<Term(Term leaf)> leaf) : to_(to), leaf_(std::move(leaf)) {}

  Term copy(Term t);

private:
  Term copyNode(Term t); // its operands are copied already

  TermManager& to_;
  std::function<Term(Term)> leaf_;
  std::unordered_map<Term, Term> done_;
};

} // namespace heddle::logic
