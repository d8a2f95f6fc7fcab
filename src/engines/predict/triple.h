// One potential violation as a question (Wang et al. 2010, section 4, the formula AV): an assertion at its
// third access fails if the three come in their bad order and no pair of them is independent.
#pragma once

#include "engines/predict/guardedindependence.h"

namespace heddle::predict {

struct TripleEdges {
  EdgeId first = ccfg::none, remote = ccfg::none, second = ccfg::none;
  bool byValues = true; // guarded independence applies
};

inline std::set<EdgeId> edgesOf(const TripleEdges& t) { return {t.first, t.remote, t.second}; }

// `whole`: the rest of the trace has to be feasible, too (section 4); else what follows the third access does
// not matter (section 5, erroneous prefixes).
void askTriple(Query& question, const TripleEdges& triple, bool whole);

} // namespace heddle::predict
