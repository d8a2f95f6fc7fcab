// Terms to Z3 expressions. Inside logic/z3 only.
//
// Terms of width 1 become Booleans where they are logic and bit-vectors of one bit where they are arithmetic;
// the translation converts where a side wants the other.
#pragma once

#include "logic/term.h"

#include <z3++.h>

#include <unordered_map>

namespace heddle::logic::z3solver {

class Translation {
public:
  explicit Translation(z3::context& context) : context_(context) {}

  z3::expr boolean(Term t); // of width 1
  z3::expr vector(Term t);
  bool has(Term leaf) const { return known_.contains(leaf); }

  // Names an operator that has no meaning here; its result is left open. Empty: none.
  const std::string& unsupported() const { return unsupported_; }

private:
  const z3::expr& translate(Term t);
  z3::expr leaf(Term t);
  z3::expr logic(Term t);
  z3::expr arithmetic(Term t);
  z3::expr compare(Term t);
  z3::expr open(Term t);
  z3::expr booleanOf(Term done);
  z3::expr vectorOf(Term done);

  z3::context& context_;
  std::unordered_map<Term, z3::expr> known_;
  std::string unsupported_;
};

} // namespace heddle::logic::z3solver
