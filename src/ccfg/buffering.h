// Which stores wait in a buffer under a memory model, and what waits for them; docs/decisions.md says why.
#pragma once

#include "ccfg/memory_model.h"
#include "ccfg/program.h"

namespace heddle::ccfg {

enum class StoreWay : uint8_t {
  Memory,        // at once
  Buffer,        // later
  BufferInOrder, // later, and after all stores of its thread before it
};
StoreWay wayOf(const Program& p, const Edge& e, const Store& o, MemoryModel model);

// Is the edge enabled only when all stores of its thread have reached memory?
bool drains(const Program& p, const Edge& e, MemoryModel model);

// Does the fence keep the stores on its two sides in order, without waiting for any?
bool isBarrier(const Fence& o, MemoryModel model);

} // namespace heddle::ccfg
