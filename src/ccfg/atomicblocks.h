// Blocks that are meant to be atomic (marks TransactionBegin and TransactionEnd): which accesses count, and
// which three of them break a block (Wang et al. 2010, section 3; docs/decisions.md).
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg {

bool hasBlocks(const Program& p);

// Are the edge's accesses the program's own? Those of library models are not.
bool countsInBlocks(const Edge& e);
// Memory of library functions that come with Heddle.
bool isLibraryObject(const Program& p, ObjectId o);

// By location: may a thread that stands there be inside a block? Counts nesting.
std::vector<bool> mayBeInBlock(const Program& p);

// Of the triple (in the block, by another thread in between, in the block): is each of the two pairs in
// conflict? Then no order without interruption has the same effect. Five of the eight are so: RWR, WWR, RWW,
// WWW, WRW.
inline bool breaksBlock(bool firstWrites, bool otherWrites, bool secondWrites) {
  return otherWrites || (firstWrites && secondWrites);
}

} // namespace heddle::ccfg
