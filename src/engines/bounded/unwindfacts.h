// What unwinding wants to know of a program beforehand; computed once, for all bounds.
#pragma once

#include "ccfg/analysis/graph/liveness.h"
#include "ccfg/analysis/graph/nesting.h"
#include "ccfg/analysis/memory/escape.h"
#include "ccfg/analysis/memory/pointsto.h"
#include "engine/problem.h"
#include "interp/layout.h"

namespace heddle::bounded {

struct Facts {
  explicit Facts(const engine::Problem& problem);

  const engine::Problem& problem;
  const ccfg::Program& program;
  ccfg::MemoryModel memoryModel;
  interp::Layout layout;
  const ccfg::analysis::PointsTo& pointsTo;
  const ccfg::analysis::Escape& escape;
  const ccfg::analysis::Liveness& liveness;
  const ccfg::analysis::Nesting& nesting;
  // By abstract object.
  std::vector<bool> freed;   // some Free may end it
  std::vector<bool> written; // some Store may go to it
  std::vector<bool> blocks;  // some marked block may access it
  // What other threads do to the object, or to its liveness flag, may be seen. All objects that one access
  // may go to are alike in this, so that it finds the writes to each of them in the same way.
  std::vector<bool> interfered, flagInterfered;
  std::vector<bool>
      naps; // by location: threads sleep there until they wake spuriously, and nobody else wakes them
  bool anyFreed = false;
  bool anyBlocks = false;

  bool hasFlag(ccfg::ObjectId o) const; // that says whether it lives: it does not exist from the start

private:
  void findInterfered();
};

} // namespace heddle::bounded
