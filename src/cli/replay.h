// Replaying a witness on the real program.
#pragma once

#include "trace/witness.h"

namespace heddle::cli {

enum class ReplayOutcome : uint8_t { Reproduced, Diverged, TimedOut };
std::string_view outcomeName(ReplayOutcome outcome);

struct ReplayResult {
  ReplayOutcome outcome = ReplayOutcome::Diverged;
  std::string text; // where and why
};

// Runs witness.command; `patience` is how long it may make no step, in seconds. `quiet`: what it prints is
// dropped.
ReplayResult replayWitness(const trace::Witness& witness, double patience, bool quiet);

} // namespace heddle::cli
