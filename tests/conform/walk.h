// Observed programs on the model: can it do what a native run did, and what would it do.
#pragma once

#include "ccfg/program.h"
#include "event.h"

namespace heddle::conform {

enum class Possible : uint8_t { Yes, No, Unfinished };

struct Walked {
  Possible possible = Possible::Unfinished;
  size_t matched = 0; // events, at the most
};

// Is there an execution that reports the run's events in their order and ends as it did?
Walked walk(const ccfg::Program& model, const Run& run);

// One random execution in which a call begins only when nobody can go on otherwise: what the harness can
// force.
Run simulate(const ccfg::Program& model, uint64_t seed);

} // namespace heddle::conform
