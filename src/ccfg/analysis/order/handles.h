// Handles: which forks' threads a Join may wait for.
//
// Follows the joined handle back through registers and memory to the forks that made it. The answer is
// certain: a Join that goes on has waited for an instance that one of these forks started. Where a handle may
// come from anywhere else (arithmetic, input, memory that may be uninitialised) there is no answer.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"

namespace heddle::ccfg::analysis {

class Handles {
public:
  Handles(const Program& p, const PointsTo& pointsTo);

  // Fork edges, sorted; nothing if it can't be told. Joins of one edge are taken together.
  const std::optional<std::vector<EdgeId>>& joined(EdgeId joinEdge) const { return joined_[joinEdge]; }

private:
  std::vector<std::optional<std::vector<EdgeId>>> joined_; // by edge
};

} // namespace heddle::ccfg::analysis
