// Octagon: sets of integer vectors given by constraints ±x ±y <= c (Mine's octagons), as PPL has them. The
// only file that knows PPL is octagon.cpp.
//
// Dimensions are numbered from 0. γ(o) is the set of integer vectors that satisfy all constraints; the laws,
// checked in tests/unit/domains:
//   join:    γ(a) ∪ γ(b) ⊆ γ(join(a, b))
//   meet:    γ(a) ∩ γ(b) = γ(meet(a, b))
//   leq:     a ≤ b implies γ(a) ⊆ γ(b)
//   widen:   γ(a) ∪ γ(b) ⊆ γ(widen(a, b)), and every chain of widenings ends
//   assign:  {v[d := e(v)] | v ∈ γ(o)} ⊆ γ(o.assign(d, e))
//   forget:  exactly the vectors that agree with one of γ(o) but for that dimension
//   assume:  {v ∈ γ(o) | e(v) <= 0} ⊆ γ(o.assumeAtMost(e)) ⊆ γ(o)
// Where a bound does not fit into 64 bits it is dropped.
#pragma once

#include "domains/linear.h"

#include <memory>
#include <optional>

namespace heddle::domains {

// False in a build without PPL: then an octagon knows nothing.
bool hasOctagons();

class Octagon { // variables in Linear are dimensions here
public:
  explicit Octagon(unsigned dimensions = 0); // all vectors
  unsigned dimensions() const;
  bool isBottom() const;

  void assign(unsigned dimension, const Linear& e);
  void forget(unsigned dimension);
  void assumeAtMost(const Linear& e); // e <= 0
  // The greatest value of e, which is octagonal; nothing if there is none, or for the empty set.
  std::optional<int64_t> greatest(const Linear& e) const;

  void insertDimension(unsigned at); // any value; those from there on move up
  void removeDimension(unsigned at);

  bool operator==(const Octagon& o) const;
  friend Octagon join(const Octagon& a, const Octagon& b);
  friend Octagon meet(const Octagon& a, const Octagon& b);
  friend Octagon widen(const Octagon& a, const Octagon& b);
  friend bool leq(const Octagon& a, const Octagon& b);

private:
  struct Shape;
  Shape& own(); // a copy of its own, to be changed
  std::shared_ptr<const Shape> shape_;
};

} // namespace heddle::domains
