// The steps of a thread: an edge, and what the thread does after it that concerns nobody else.
//
// Local edges (analysis::Escape) commute with whatever other threads do, so a thread may as well make them at
// once. A block ends where the thread may wait, at the head of a loop, and where it is about to do something
// that others may notice. Nothing after the first edge of a block can wait: an edge that is not enabled would
// take back what came before it.
#pragma once

#include "ccfg/analysis/facts.h"
#include "ccfg/analysis/graph/loops.h"
#include "ccfg/analysis/memory/escape.h"
#include "symbolic/guardedassignment.h"

#include <vector>

namespace heddle::impact {

using symbolic::Block;

class Blocks {
public:
  // Not fused: every edge is a block.
  Blocks(const ccfg::analysis::Facts& facts, bool fused);

  const std::vector<Block>& from(ccfg::LocId l) const { return blocks_[l]; } // of places where threads stop
  bool mayWait(ccfg::LocId l) const { return mayWait_[l]; }

private:
  void findStops();
  bool enumerate(size_t most);
  bool extend(Block block, std::vector<Block>& into, size_t most) const;
  void closeBlock(Block& block, const ccfg::analysis::PointsTo& pointsTo) const;

  const ccfg::Program& program_;
  const ccfg::analysis::Escape& escape_;
  const ccfg::analysis::Loops& loops_;
  std::vector<bool> mayWait_, stops_;
  std::vector<std::vector<Block>> blocks_;
};

} // namespace heddle::impact
