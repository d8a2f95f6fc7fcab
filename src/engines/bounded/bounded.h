// The bounded engine: a program unwound to a bound, its threads encoded without their interference, and the
// axioms of sequential consistency over reads and writes added as far as the property needs them (Sinha and
// Wang 2011).
#pragma once

#include "engine/result.h"

#include <memory>
#include <optional>
#include <string_view>

namespace heddle::bounded {

// How much of the axioms is instantiated, and when (Sinha and Wang 2011, section 6).
enum class Strategy : uint8_t {
  Auto, // full if that is not too much, else mixed
  Full, // everything at once
  Oia,  // over-approximations only: axioms are added when a candidate violates them
  Uia,  // under-approximations only: reads get more writes when a proof rests on their having few
  Mia,  // mixed: the procedure REF
};
std::string_view strategyName(Strategy s);
std::optional<Strategy> strategyFromName(std::string_view name);

// Abstractions with a meaning of their own (section 5.3).
enum class Preset : uint8_t {
  None,
  ControlState, // only synchronization variables keep their data flow: proofs hold, counterexamples may not
                // exist
  Serial,       // reads see writes of their own thread, or what was written before it: counterexamples hold
};

struct BoundedOptions {
  Strategy strategy = Strategy::Auto;
  Preset preset = Preset::None;
  unsigned unwind = 0; // iterations of every cycle; 0: as many as are needed
  bool z3 = false;     // solve with Z3: the cross-check
  bool shorten = true; // move and drop steps of a counterexample
  // Static focusing (section 7).
  bool prune = true;      // S0
  bool biased = true;     // S1
  bool lockValues = true; // S2a
  bool lockOrder = true;  // S2b
  bool partialP2 = true;  // S3
  bool layered = true;    // 7.2
};

std::unique_ptr<engine::Engine> makeBounded(const BoundedOptions& options);

} // namespace heddle::bounded
