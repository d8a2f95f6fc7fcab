// What heddle-fuzz is told to do; main.cpp explains the words.
#pragma once

#include "ccfg/property.h"
#include "generate.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::random {

struct Options {
  uint64_t seed = 1;
  int count = 100;
  std::string left = "explore --por none";
  std::vector<std::string> right; // none: explore
  int nativeRuns = 0;             // 0: compare two settings
  double seconds = 10;
  std::string out = ".";
  bool print = false;
  bool verdicts = false;
  bool racy = true;
  bool unrolls = false;
  bool vary = false;
  bool sequential = false;
  bool derived = false;
  std::string wrong; // derived: which wrong transformation
  bool proofs = false;
  bool recheck = false;
  size_t invariants = 0; // states to look at; 0: another mode
  size_t everywhere = 0; // the same
  std::vector<std::string> switches;
  unsigned draws = 0;
  bool blocks = false;
  bool waits = false;
  bool orders = false;
  bool rounds = false;
  bool heap = false;
  std::optional<ccfg::Property> property; // none: all

  GenerateOptions generation() const {
    return {.racy = racy,
            .unrolls = unrolls,
            .blocks = blocks,
            .waits = waits,
            .heap = heap,
            .rounds = rounds,
            .orders = orders};
  }
};

Options parse(int argc, char** argv); // UsageError

} // namespace heddle::random
