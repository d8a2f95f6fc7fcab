// A memory model as part of the program: under sequential consistency the copy does what the original does
// under the model (docs/decisions.md). After Alglave et al. 2013.
//
// What a thread has come past but not done (late.h) is part of where it stands: a location of the copy is one
// of the original with a list of late accesses, whose addresses and values are in registers of their own.
// Edges of their own make them. Only accesses that other threads may notice to be late ever are (analysis
// order/delays.h), so that programs that use locks stay as they are.
#pragma once

#include "ccfg/analysis/facts.h"
#include "ccfg/memory_model.h"
#include "ccfg/transform/derived.h"

#include <string>

namespace heddle::ccfg::transform {

inline constexpr uint32_t mostLate =
    8; // accesses and barriers of one thread; an execution with more is cut off

struct WithModel {
  Derived copy;    // an edge without pieces makes a late access, or cuts off
  std::string why; // there is no copy, because of this
  // What a load chooses of memory that was never written is not told apart from what it finds in a store of
  // its thread: counterexamples can't be lifted.
  bool isInexact = false;
};

// Races are not preserved: a store of the copy is not made where the original makes it.
WithModel withMemoryModel(const analysis::Facts& facts, MemoryModel model);

} // namespace heddle::ccfg::transform
