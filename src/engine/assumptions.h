// What a result rests on because of the model it is about; the same for every engine.
#pragma once

#include "ccfg/schedule.h"

#include <optional>
#include <vector>

namespace heddle::engine {

// A counterexample rests on those of its own edges; a proof on those of any edge. Those that no edge and no
// Halt stands for concern the model as a whole.
std::vector<ccfg::Assumption> modelAssumptions(const ccfg::Program& p,
                                               const std::optional<ccfg::Schedule>& counterexample);

// Atomics weaker than seq_cst outside library code: where no race is found they may hide one.
std::optional<ccfg::Assumption> weakAtomics(const ccfg::Program& p);

// Adds it unless one of the same kind and text is there.
void addAssumption(std::vector<ccfg::Assumption>& to, const ccfg::Assumption& a);

} // namespace heddle::engine
