// What a result rests on because of the model it is about; the same for every engine.
#pragma once

#include "ccfg/schedule.h"
#include "engine/problem.h"

#include <optional>
#include <vector>

namespace heddle::engine {

// A counterexample rests on those of its own edges; a proof on those of any edge. Those that no edge and no
// Halt stands for concern the model as a whole.
std::vector<ccfg::Assumption> modelAssumptions(const ccfg::Program& p, const ccfg::Schedule* counterexample);

// Atomics weaker than seq_cst outside library code, where they may be noticed
// (ccfg/analysis/order/weakorders.h): a proof under `sc` of any property rests on their being seq_cst; under
// the other models, which have them, one of `race` does.
std::optional<ccfg::Assumption> weakAtomics(const Problem& problem);

// A proof rests on how places of freed memory are used again where this edge compares a pointer that may be
// stale.
ccfg::Assumption addressReuse(const ccfg::Program& p, ccfg::EdgeId comparison);
// The first such edge that can't be excluded (ccfg/analysis/memory/reuse.h), or `none`.
ccfg::EdgeId staleComparison(const Problem& problem);

// What every proof by an engine that follows executions one by one rests on: the model's own assumptions, and
// the two above, for sequentially consistent memory.
std::vector<ccfg::Assumption> proofAssumptions(const Problem& problem);

// A proof of no deadlock rests on this where a thread may wait for an input.
ccfg::Assumption inputsComeInTime();

// Adds it unless one of the same kind and text is there.
void addAssumption(std::vector<ccfg::Assumption>& to, const ccfg::Assumption& a);

} // namespace heddle::engine
