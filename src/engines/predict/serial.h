// Was the recorded run itself serialisable? Conflict serialisability of the blocks in the recorded order, in
// one pass: vector clocks for the order that conflicts, locks, creation and joining impose, and a block whose
// own begin comes back to it through another thread closes a cycle.
#pragma once

#include "trace/transactions.h"

#include <optional>

namespace heddle::predict {

using trace::Block;
using trace::Event;
using trace::EventRef;
using trace::SharedVariables;
using trace::Trace;
using trace::VariableId;

struct SerialViolation {
  Block block;
  EventRef at; // the event of the block that closes the cycle
};

std::vector<SerialViolation> checkSerial(const Trace& trace, const std::vector<EventRef>& order,
                                         const std::vector<Block>& blocks, const Budget& budget = Budget());

} // namespace heddle::predict
