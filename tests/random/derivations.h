// Derived programs (ccfg/transform/derived.h) of one program: verdicts that must agree, and counterexamples
// that must be counterexamples of the program itself.
#pragma once

#include "oracle.h"

#include <map>
#include <optional>
#include <string>

namespace heddle::random {

struct DerivationsOptions {
  double seconds = 2;   // for each answer
  size_t states = 3000; // facts are lifted of copies that have no more
  // Instead of the transformations one that is wrong: "hides" executions, "misleads" about edges, or
  // "misplaces" facts.
  std::string wrong;
};

struct DerivationsTally {
  struct Of {                          // one transformation
    size_t copies = 0, changed = 0;    // changed: another program than the original
    size_t compared = 0, proved = 0;   // verdicts; proved: of what the original violates
    size_t lifted = 0, facts = 0;      // schedules, all confirmed; facts, all true
    size_t edges = 0, edgesBefore = 0; // of the copies, and of their originals
  };
  std::map<std::string, Of> of;
  int unfinished = 0; // answers
};

// A verdict that differs, a schedule or a fact that the program does not have, or a copy that could not be
// made. The seed decides what is replicated and what becomes atomic.
std::optional<std::string> wrongDerivation(const ccfg::Program& model, const Setting& setting, uint64_t seed,
                                           const DerivationsOptions& options, DerivationsTally& tally);

} // namespace heddle::random
