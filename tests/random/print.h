// Prints a random program as C, for the checker or for native runs.
#pragma once

#include "ast.h"

#include <optional>

namespace heddle::random {

struct PrintOptions {
  // Which assertions are assertions: all, none (a failing one ends the program well), or only one of them.
  static constexpr int allAsserts = -1, noAsserts = -2;
  int asserts = allAsserts;
  // Asserts that the program does not end with these values of the observed variables.
  std::optional<std::vector<int>> forbidden{};
  // For harness.c: main is program_<native>, assertions report, the end reports the observed variables.
  std::optional<int> native{};
};

std::string printC(const Program& p, const PrintOptions& options);

// Names of the variables that a native run reports, in order.
std::vector<std::string> observed(const Program& p);

} // namespace heddle::random
