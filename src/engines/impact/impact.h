// Lazy abstraction with interpolants for threads (Wachter, Kroening, Ouaknine 2013): unwinds all threads at
// once into an abstract reachability tree, labels its nodes with what keeps them from violations, and stops
// where a node is covered by another one. Proves programs with loops that no bound completes.
//
// A walk through the folder: blocks (the steps of threads), lower (a step as a guarded assignment to state
// symbols), tree and search (Algorithms 1 and 2), refine (labels from infeasible paths, by weakest, strongest
// and pathprogram), reduction (which interleavings are left out), toschedule (a feasible path as a schedule).
#pragma once

#include "engine/result.h"

#include <memory>
#include <optional>
#include <string_view>

namespace heddle::impact {

// The paper's configurations, section V.
enum class Configuration : uint8_t {
  Full,   // Algorithm 1: every interleaving of every edge
  Spor,   // threads are interleaved only where they touch what is shared
  SporFc, // and nodes are covered by force
  Dpor,   // Algorithm 2: monotonic paths, cover expansions
  DporFc,
};
std::string_view configurationName(Configuration c);
std::optional<Configuration> configurationFromName(std::string_view name);

// How labels are found for an infeasible path.
enum class RefinerChoice : uint8_t {
  Auto, // one after the other
  Weakest,
  Strongest,
  Spacer,
};
std::string_view refinerName(RefinerChoice c);

struct ImpactOptions {
  Configuration configuration = Configuration::DporFc;
  RefinerChoice refiner = RefinerChoice::Auto;
  unsigned maxThreads = 8;     // instances; where more are started, a path ends
  bool coverExpansions = true; // false: unsound, and there only to show why they are needed
  std::shared_ptr<const engine::Invariants>
      seeds{};             // that labels begin with, where they can be shown to hold
  bool takeBlocks = true;  // that were freed, for new ones
  bool takeSlots = true;   // of threads that have ended, for new ones
  bool proofsOnly = false; // give up once no proof is possible
  bool shorten = true;     // move and drop steps of a counterexample
};

std::unique_ptr<engine::Engine> makeImpact(const ImpactOptions& options);

} // namespace heddle::impact
