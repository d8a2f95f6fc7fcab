// Plan: which loads a configuration tells apart, which edges it looks at, and what it remembers (section 6:
// property-guided pruning and clustering).
//
// Edges outside of the backward slice of all assertions, and of the accesses that need a proof of validity,
// are skipped. Clusters are found as interpretation goes: combinations that lead to the same environment, but
// for what is never looked at again, are one from there on, so loads of different clusters do not multiply.
#pragma once

#include "engines/modular/loadsources.h"
#include "engines/modular/modular.h"

namespace heddle::modular {

// Which loads are told apart, and which edges matter; by the configuration.
struct Plan {
  std::vector<bool> tracked; // by LoadId
  std::vector<bool> skipped; // by edge: it does not matter for the property
  bool useLocks = false;     // what is under a lock is not written by others
  bool checkOrder = false;
  bool checkOrderInCycles = false;
  bool tellReads = false;  // an interference comes with what its thread had read
  bool groupEqual = false; // sources of one value are one choice, states of one environment one state
  bool forgetDead = false; // cells that a thread does not load any more
  // Section 6.2: by load, the properties that depend on it, and by location, those of what is still to be
  // executed. A read that has none in common with them is forgotten. Empty: all are kept.
  std::vector<BitSet> clusters, laterClusters;
};

// `everywhere`: invariants are asked for at all locations, so nothing is left out.
Plan makePlan(const Facts& facts, Sensitivity sensitivity, ccfg::PropertySet properties, bool everywhere);

} // namespace heddle::modular
