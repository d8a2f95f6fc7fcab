// What a result rests on because of the model it is about; the same for every engine.
#pragma once

#include "ccfg/schedule.h"
#include "engine/problem.h"

#include <functional>
#include <optional>
#include <vector>

namespace heddle::engine {

// By assumption of the program: may an execution take an edge that stands for it?
using Reached = std::vector<bool>;
Reached reachedBy(const ccfg::Program& p, const std::function<bool(ccfg::EdgeId)>& isTaken);
// For engines that can't tell.
Reached everything(const ccfg::Program& p);

// What a proof rests on: of the assumptions that edges stand for, those that are reached. Those that no edge
// and no Halt stands for concern the model as a whole; those of a Halt are told by whoever meets it.
std::vector<ccfg::Assumption> modelAssumptions(const ccfg::Program& p, const Reached& reached);

// A counterexample rests on an assumption of its edges that may invent behaviours only if its violation
// depends on what was approximated there (interp/taint.h).
std::vector<ccfg::Assumption> modelAssumptions(const ccfg::Program& p, const ccfg::Schedule& counterexample);

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
std::vector<ccfg::Assumption> proofAssumptions(const Problem& problem, const Reached& reached);

// A proof of no deadlock rests on this where a thread may wait for an input.
ccfg::Assumption inputsComeInTime();

// Adds it unless one of the same kind and text is there.
void addAssumption(std::vector<ccfg::Assumption>& to, const ccfg::Assumption& a);

} // namespace heddle::engine
