// Proposals for blocks that may be meant to be atomic, for programs in which none are marked:
//
// - calls of functions, the innermost ones, that take one lock twice or more without waiting in between: what
//   such a function looks at in one section it relies on in the next;
// - critical sections of one lock that are in none of those: who writes the same data without the lock breaks
//   them.
#pragma once

#include "trace/transactions.h"

namespace heddle::trace {

struct InferredBlocks {
  std::vector<Block> blocks;          // disjoint, in order in each thread
  std::vector<std::string> proposals; // for people, one for each function and each lock
};

InferredBlocks inferBlocks(const Trace& trace);

} // namespace heddle::trace
