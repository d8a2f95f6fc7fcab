// The values of terms in one model, remembered, and which leaves make them so.
#pragma once

#include "logic/term.h"

#include <functional>
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
  bool isMarked(Term leaf) const { return leaf.id() < visited_.size() && visited_[leaf.id()]; }
  const std::vector<Term>& marks() const { return order_; } // in the order in which they were made

private:
  struct Known {
    uint64_t value = 0;
    bool is = false;
  };
  Known& known(Term t) {
    if (t.id() >= values_.size()) values_.resize(t.id() + 1);
    return values_[t.id()];
  }
  bool visit(Term t); // false: it was already
  void pushReasons(Term t);

  Leaf leaf_;
  std::vector<Known> values_; // by id of the term
  std::vector<bool> visited_;
  std::vector<Term> order_, work_;
};

} // namespace heddle::logic
