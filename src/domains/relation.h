// Relation: what is known of a few machine integers together: an octagon of their signed values, and
// equalities modulo two to their width. The bounds of each alone are in the octagon, too, so that a join
// finds what two pairs of constants have in common.
//
// Variables come and go: one that is not there may have any value. γ(r) is a set of valuations of all
// variables, as bit-vectors. Laws, checked in tests/unit/domains: as for Octagon and Number; the operations
// that change a relation cover every valuation that they may lead to, and `false` means that there is none.
#pragma once

#include "domains/equalities.h"
#include "domains/number.h"
#include "domains/octagon.h"

namespace heddle::domains {

// base + offset modulo two to the width; base `Equalities::zero`: a constant.
struct Offset {
  Variable base;
  uint64_t offset;
};

// What a term is, as far as a relation can tell: each may be missing.
struct Form {
  std::optional<Linear> exact; // of the signed values, where nothing wraps around
  std::optional<Offset> modulo;
};

// ±x ±y <= bound, or ±x <= bound, of signed values.
struct Constraint {
  Linear sum; // without constant
  int64_t bound;
};

class Relation {
public:
  static constexpr size_t maxVariables = 12;

  bool knowsNothing() const { return variables_.empty() && equalities_.entries().empty(); }
  std::vector<Variable> variables() const; // sorted

  // Does f hold for one of the variables?
  template <typename F>
  bool mentionsAny(F f) const {
    for (Variable v : variables_)
      if (f(v)) return true;
    for (const Equalities::Entry& e : equalities_.entries())
      if (f(e.variable)) return true;
    return false;
  }

  void forget(Variable v);
  template <typename F>
  void forgetIf(F f) {
    for (Variable v : variables())
      if (f(v)) forget(v);
  }
  bool assign(Variable v, const Form& form, const Number& value); // v := form, which lies in `value`
  bool bound(Variable v, const Number& n);                        // v is in n
  bool assumeAtMost(const Linear& e);                             // e <= 0
  bool assumeEqual(const Form& a, const Form& b, unsigned width);
  bool assumeDifferent(const Form& a, const Form& b, unsigned width);

  // The values that v may have.
  Number numberOf(Variable v, unsigned width) const;
  // Those constraints on pairs that the bounds of each alone do not imply.
  std::vector<Constraint> constraints() const;
  const Equalities& equalities() const { return equalities_; }

  bool operator==(const Relation&) const = default;
  friend Relation join(const Relation& a, const Relation& b);
  friend Relation widen(const Relation& a, const Relation& b);
  friend bool leq(const Relation& a, const Relation& b);
  // False: nothing is left.
  friend bool meetWith(Relation& a, const Relation& b);

private:
  template <typename F>
  friend Relation combined(const Relation& a, const Relation& b, F f);
  bool has(Variable v) const { return dimensionOf(v).has_value(); }
  std::optional<unsigned> dimensionOf(Variable v) const;
  bool add(Variable v, unsigned width);    // width 0: not known; false: too many
  void insert(Variable v, unsigned width); // one that is not there
  bool addAll(const Linear& e);
  Linear inDimensions(const Linear& e) const;
  struct Range {
    int64_t least, greatest;
  };
  std::optional<Range> rangeOf(const Linear& e) const;        // over dimensions; nothing if one end is open
  Octagon over(const std::vector<Variable>& variables) const; // the octagon, of some of the variables

  // The equalities, with those that the octagon implies.
  Equalities allEqualities() const;

  std::vector<Variable> variables_; // of the octagon, sorted
  std::vector<unsigned> widths_;    // of those; 0: not known
  Octagon octagon_{0};
  Equalities equalities_;
};

Relation join(const Relation& a, const Relation& b);
Relation widen(const Relation& a, const Relation& b);
bool leq(const Relation& a, const Relation& b);
bool meetWith(Relation& a, const Relation& b);

} // namespace heddle::domains
