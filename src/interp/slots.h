// Register slots: registers that are never live together share their place in the State.
#pragma once

#include "ccfg/analysis/graph/liveness.h"
#include "interp/code.h"

namespace heddle::interp {

struct SlotAssignment {
  std::vector<Slot> slots;         // by register
  std::vector<uint32_t> slotBytes; // by thread
};

SlotAssignment assignSlots(const ccfg::Program& p, const ccfg::analysis::Liveness& live);

} // namespace heddle::interp
