// Compiles random programs and collects what their native runs end with.
#pragma once

#include "ast.h"
#include "oracle.h"

#include <compare>
#include <set>

namespace heddle::random {

struct Outcome {
  enum class Kind : uint8_t { Done, Assert, Hang } kind = Kind::Done;
  std::vector<int> values; // Done: the observed variables; Assert: its number
  auto operator<=>(const Outcome&) const = default;
  std::string toString() const;
};

// For each program the set of outcomes of `runs` runs; runs that were too slow to tell are left out.
std::vector<std::set<Outcome>> runNative(const std::vector<Program>& programs, int runs,
                                         const Workplace& place);

// What a sequential program prints, line by line.
std::vector<std::string> runSequential(const std::string& code, const Workplace& place);

} // namespace heddle::random
