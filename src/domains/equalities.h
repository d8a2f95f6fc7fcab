// Equalities: which variables differ by a constant, modulo two to their width. Unlike bounds on differences
// these survive wrap-around, so they hold for counters that nothing bounds.
//
// γ(e) is the set of valuations that satisfy x = y + c (mod 2^width) for every pair in one class, and x = c
// for those of known value. Laws (tests/unit/domains): join covers both, exactly what holds in both; meet
// holds what both hold; leq as for sets. Heights are finite: no widening is needed.
#pragma once

#include "domains/linear.h"

#include <optional>
#include <vector>

namespace heddle::domains {

class Equalities {
public:
  static constexpr Variable zero = UINT32_MAX; // has the value 0; differences to it are values

  struct Entry { // variable = representative + offset
    Variable variable;
    Variable representative; // the least of its class, `zero` if its value is known
    uint64_t offset;
    unsigned width;
    bool operator==(const Entry&) const = default;
  };
  const std::vector<Entry>& entries() const { return entries_; } // sorted by variable

  // a - b, if it is known. Widths must be the same.
  std::optional<uint64_t> difference(Variable a, Variable b) const;

  void forget(Variable v);
  void assign(Variable v, unsigned width, Variable from,
              uint64_t offset); // v := from + offset; v may be from
  // From here on a = b + offset; false: that contradicts what is known.
  bool equate(Variable a, Variable b, uint64_t offset, unsigned width);

  bool operator==(const Equalities&) const = default;
  friend Equalities join(const Equalities& a, const Equalities& b);
  friend bool leq(const Equalities& a, const Equalities& b);

private:
  const Entry* find(Variable v) const;
  void insert(const Entry& e);
  void normalise(); // representatives are the least of their classes, classes of one go

  std::vector<Entry> entries_;
};

} // namespace heddle::domains
