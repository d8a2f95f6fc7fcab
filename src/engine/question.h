// What a user asks of a program; the same for every engine. How an engine goes about it is in its own
// options.
#pragma once

#include "ccfg/memory_model.h"
#include "ccfg/property.h"
#include "interp/known.h"

namespace heddle::engine {

struct Question {
  ccfg::PropertySet properties;
  ccfg::MemoryModel memoryModel = ccfg::MemoryModel::Sc;
  bool partialDeadlock = false;   // also threads that wait for each other while others go on
  bool acceptAssumptions = false; // proofs that rest on assumptions will do
  // Violations that engines pass over which execute the program; others don't know them.
  std::set<interp::Places> known = {};

  bool asksPartialDeadlock() const { return partialDeadlock && properties.has(ccfg::Property::Deadlock); }
};

} // namespace heddle::engine
