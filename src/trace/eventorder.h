// The order in which the events of a trace happened: a total order that agrees with the real one on every two
// conflicting accesses and on synchronization. src/runtime/runtime.h says why stages give it.
#pragma once

#include "support/budget.h"
#include "trace/trace.h"

namespace heddle::trace {

struct EventRef {
  uint32_t thread = 0; // index into Trace::threads
  uint32_t event = 0;  // index into Thread::events
  bool operator==(const EventRef&) const = default;
};

// Threads run on as long as nothing makes them wait. Throws InputError if stages contradict each other.
std::vector<EventRef> totalOrder(const Trace& trace, const Budget& budget = Budget());

} // namespace heddle::trace
