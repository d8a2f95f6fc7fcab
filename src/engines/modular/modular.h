// The modular engine: flow-sensitive thread-modular abstract interpretation (Kusano and Wang 2016). It
// proves, or does not; it finds no counterexamples.
//
// Each thread is interpreted by itself (Algorithm 1), in an abstract domain, under the interferences of the
// others: what their stores may have written. That is repeated until the interferences are stable. What a
// load may read is told apart by combinations of interferences (Algorithm 3), and those that no execution
// allows are dropped (section 5). docs/modular.md has the whole story.
//
// Start reading at modular.cpp; then interpreter.h (one thread), threadtransfer.h (one edge), interference.h
// and loadsources.h (what is stored and loaded), loadorder.h (feasibility). Values, environments and what an
// operation makes of them are in abstract/.
#pragma once

#include "domains/closure.h"
#include "engine/result.h"

#include <memory>
#include <optional>
#include <string_view>

namespace heddle::modular {

// The configurations that Kusano and Wang 2016 compare (section 7).
enum class Sensitivity : uint8_t {
  Insensitive, // a load reads from its own thread or from any store of others (Algorithm 2)
  Combos,      // each combination of stores that loads read from is interpreted by itself (Algorithm 3)
  Feasible,    // the same without combinations that the order of events excludes (section 5)
  Optimized,   // the same, of those loads that matter for the property only, in clusters (section 6)
};

std::string_view sensitivityName(Sensitivity s);
std::optional<Sensitivity> sensitivityFromName(std::string_view name);

struct ModularOptions {
  Sensitivity sensitivity = Sensitivity::Optimized;
  domains::DomainKind domain = domains::DomainKind::Product;
  unsigned combinations = 64; // at a location, at most; beyond that the loads with least effect are merged
  bool invariants = false;    // give them with the result: then nothing is left out that does not matter
};

std::unique_ptr<engine::Engine> makeModular(const ModularOptions& options);

} // namespace heddle::modular
