// Programs that say in their first lines what is right of them, asked with many strategies and combinations
// of the heuristics of `bounded`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::random {

struct SwitchesOptions {
  unsigned draws = 0; // settings for each program, drawn at random; 0: all of them
  uint64_t seed = 1;
  double seconds = 2;
};

struct SwitchesTally {
  int programs = 0, skipped = 0; // skipped: their flags say more than properties
  int answers = 0, unknown = 0, wrong = 0;
};

// Prints each wrong answer.
SwitchesTally checkSwitches(const std::vector<std::string>& files, const SwitchesOptions& options);

} // namespace heddle::random
