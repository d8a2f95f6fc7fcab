// Candidates: what scans of a trace find that may be a violation in another interleaving (engines/predict).
#pragma once

#include "prediction/driver.h"

namespace heddle::prediction {

// Counts what it looks at in `report`, and notes there what it can't look at. Proposes blocks if it may.
std::vector<predict::Predicted> findCandidates(Recorded& recorded, const Options& options,
                                               const Budget& budget, predict::Prediction& report);

} // namespace heddle::prediction
