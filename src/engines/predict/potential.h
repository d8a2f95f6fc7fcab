// Potential atomicity violations, PAV (Wang et al. 2010, section 3): two accesses of a block to one variable
// with nothing of the block's in between, and an access of another thread, which form one of the five triples
// of eight that no serial order explains; found in one scan of the trace, pruned by must-happen-before, and
// by the baseline for comparison.
#pragma once

#include "engines/predict/lockhistories.h"
#include "engines/predict/mustorder.h"
#include "trace/transactions.h"

namespace heddle::predict {

using trace::Block;
using trace::Event;
using trace::EventRef;
using trace::SharedVariables;
using trace::Trace;
using trace::VariableId;

struct Triple {
  EventRef first, remote, second;
  VariableId variable = 0;
  bool withoutData = false; // the baseline reports it
};

// R-W-R, W-W-R, W-R-W, R-W-W, W-W-W: an update reads and writes.
inline bool unserialisable(bool firstWrites, bool remoteWrites, bool secondWrites) {
  return remoteWrites || (firstWrites && secondWrites);
}

struct Potential {
  uint64_t all = 0;            // triples before pruning (orig-pavs)
  uint64_t afterMustOrder = 0; // hb-pavs
  uint64_t withoutData = 0;    // of those, by the baseline
  bool complete = true;        // false: of triples at the same three places not all were looked at
  std::vector<Triple> triples; // after must-happen-before
};

// Of triples at the same three places in the program, at most `perPlaces` are kept.
Potential findPotential(const Trace& trace, const std::vector<Block>& blocks,
                        const SharedVariables& variables, const MustOrder& must, const LockHistories& locks,
                        size_t perPlaces, const Budget& budget = Budget());

} // namespace heddle::predict
