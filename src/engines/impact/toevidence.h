// A complete tree as evidence, in words that are not the engine's (engine/prooftree.h).
#pragma once

#include "engine/prooftree.h"
#include "engines/impact/search.h"

namespace heddle::impact {

// Without the node before the root, and without what hangs on covered nodes.
engine::ProofTree toEvidence(const Search& search, const Symbols& symbols, ccfg::PropertySet properties,
                             unsigned maxThreads);

} // namespace heddle::impact
