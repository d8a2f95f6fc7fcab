// The exhaustive engine: all interleavings of a Program, executed with concrete values. It is the reference
// for all other engines.
#pragma once

#include "engine/result.h"

#include <memory>
#include <optional>
#include <string_view>

namespace heddle::explore {

// Partial-order reduction: which interleavings are left out. All settings give the same verdicts.
enum class Reduction : uint8_t {
  None,       // every edge is a step, every interleaving is tried
  Local,      // steps that concern no other thread, and atomic sections, run on at once
  Persistent, // and only a persistent set of threads is tried in each state; not under tso and pso: these
              // sets know nothing of store buffers
  Optimistic, // and memory belongs to one thread at a time until it turns out to be contended
};

std::string_view reductionName(Reduction r);
std::optional<Reduction> reductionFromName(std::string_view name);

struct ExploreOptions {
  Reduction reduction = Reduction::Optimistic;
  bool shorten = true; // look for a counterexample with fewer context switches
};

std::unique_ptr<engine::Engine> makeExplore(const ExploreOptions& options);

} // namespace heddle::explore
