// Is the recorded run an execution of the concurrent trace program that was made of it? If not, the run has
// synchronized or written where nobody saw it, or was walked wrongly: the model then excludes what can
// happen, and what it calls infeasible need not be.
#pragma once

#include "engines/predict/query.h"
#include "trace/eventorder.h"

namespace heddle::predict {

struct RecordedRun {
  const std::vector<trace::EventRef>& order;
  const std::map<EdgeId, trace::EventRef>& events; // of the edges
  std::map<EdgeId, uint64_t> values;               // that edges read
};

// The edge that could not be taken when the run took it; none: all were.
EdgeId firstNotRepeated(const Program& program, const RecordedRun& run, const Budget& budget);

} // namespace heddle::predict
