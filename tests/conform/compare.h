// Model and machine side by side, for some programs at a time.
#pragma once

#include "coverage.h"
#include "event.h"

#include <filesystem>
#include <optional>

namespace heddle::conform {

struct Effort { // for one program
  int freeRuns = 4, turnRuns = 6, scripts = 4;
  bool sameOrder = true; // the order of calls decides all that a program does, but for its choices
  bool counted = true;   // in the tally
};

struct Tally {
  int programs = 0, walked = 0, forced = 0, otherWay = 0, unfinished = 0, refused = 0;
};

using Complaint = std::optional<std::string>;

class Comparison {
public:
  explicit Comparison(std::filesystem::path folder);
  // For each program what is wrong with it, if anything.
  std::vector<Complaint> compare(const std::vector<std::string>& programs, const Effort& effort,
                                 uint64_t seed);
  const Tally& tally() const { return tally_; }
  const Coverage& coverage() const { return coverage_; }

private:
  std::filesystem::path folder_;
  Tally tally_;
  Coverage coverage_;
};

} // namespace heddle::conform
