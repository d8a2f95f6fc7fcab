// Linear: a sum of named variables with coefficients, and a constant, over the integers (not modulo
// anything).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::domains {

using Variable = uint32_t; // a name that the user of a domain chooses

struct Linear {
  std::vector<std::pair<Variable, int64_t>> terms; // each variable once, no coefficient zero
  int64_t constant = 0;

  // Adds factor * other. False: a number does not fit, and the sum is not to be used.
  bool add(const Linear& other, int64_t factor);
  // At most two variables, with coefficients 1 and -1: what an octagon can say exactly.
  bool isOctagonal() const;
};

} // namespace heddle::domains
