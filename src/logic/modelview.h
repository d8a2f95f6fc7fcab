// The values of terms in one model, remembered, and which leaves make them so.
#pragma once

#include "logic/term.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace heddle::logic {

class ModelView {
public:
  using Leaf = std::function<uint64_t(Term leaf)>; // of Var and Address nodes
  explicit ModelView(Leaf leaf) : leaf_(std::move(leaf)) {}

  uint64_t value(Term t);
  bool holds(Term t) { return value(t) != 0; }

  // Marks leaves whose values alone make the term what it is: of a conjunction that is false, one false
  // operand is enough, of an Ite the condition and the chosen side.
  void justify(Term t);
  bool isMarked(Term leaf) const { return marked_.count(leaf) != 0; }
  const std::vector<Term>& marks() const { return order_; } // in the order in which they were made

private:
  void pushReasons(Term t);

  Leaf leaf_;
  std::unordered_map<Term, uint64_t> values_;
  std::unordered_set<Term> visited_, marked_;
  std::vector<Term> order_, work_;
};

} // namespace heddle::logic
