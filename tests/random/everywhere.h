// `modular` in every configuration and domain on one program, against the states that the program really has.
#pragma once

#include "oracle.h"

#include <optional>

namespace heddle::random {

struct EverywhereOptions {
  size_t states = 20000; // that claims are looked at in
  double seconds = 2;    // for each answer
};

struct EverywhereTally {
  size_t settings = 0;                                                               // of each program
  size_t answers = 0, proofs = 0, checked = 0, claims = 0, states = 0, complete = 0; // complete: programs
  int unfinished = 0; // proofs that the reference did not come to an end of
};

// A proof of something that does not hold, an invariant that does not hold, or an engine that failed.
std::optional<std::string> wrongAnywhere(const ccfg::Program& model, const Setting& reference,
                                         const EverywhereOptions& options, EverywhereTally& tally);

} // namespace heddle::random
