// Terms to vectors of literals. Each node once; deep terms are walked without recursion.
#pragma once

#include "logic/sat/cnf.h"
#include "logic/term.h"

#include <deque>
#include <string>

namespace heddle::logic::sat {

class BitBlaster {
public:
  explicit BitBlaster(Cnf& cnf) : cnf_(cnf) {}

  void bind(Term leaf, Lit literal); // of width 1; before its first use
  const Bits& bits(Term t);
  const Bits* find(Term t) const; // null: not blasted so far
  Lit literal(Term t) { return bits(t)[0]; }

  // One operator on operands that are blasted already; `value` is Node::value.
  Bits apply(Op op, unsigned width, uint64_t value, std::span<const Bits> kids);

  // Names an operator that was met and has no meaning here: its result is left open. Empty: none.
  const std::string& unsupported() const { return unsupported_; }

private:
  Bits leaf(Term t);
  Bits open(Op op, unsigned width);
  const Bits& store(Term t, Bits bits);

  Cnf& cnf_;
  std::vector<const Bits*> byId_;
  std::deque<Bits> storage_;
  std::string unsupported_;
};

} // namespace heddle::logic::sat
