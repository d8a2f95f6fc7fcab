// Store buffers: the stores of each thread that have not reached memory, kept at the end of a State.
//
// Under tso a thread's stores leave in the order they came. Under pso those to one place do, and those on the
// two sides of a barrier; one that is `ordered` leaves after all that came before it. Stores that may leave
// in any order are kept by address, so that states which differ in nothing else are equal.
#pragma once

#include "ccfg/memory_model.h"
#include "interp/state.h"

namespace heddle::interp {

inline constexpr uint32_t maxBuffered = 8; // stores and barriers of one thread

bool hasBuffered(const StateView& s, uint32_t thread);
uint32_t bufferedCount(const StateView& s, uint32_t thread);

// The thread's youngest.
void enterBuffer(State& s, ccfg::MemoryModel model, BufferedStore store);
void enterBarrier(State& s, ccfg::MemoryModel model, uint32_t thread);

// The positions (StateView::store) of those that may reach memory next: one for each place at most.
std::vector<uint32_t> readyStores(const StateView& s, ccfg::MemoryModel model, uint32_t thread);
void leaveBuffer(State& s, uint32_t position);

// Forgets the stores of a thread into memory that it gives back.
void forgetStores(State& s, uint32_t thread, uint64_t address, uint64_t bytes);

// What a thread reads of its own stores: the bits of `mask` are those of `value`, the others come from
// memory.
struct Forwarded {
  uint64_t mask = 0, value = 0;
};
Forwarded forwarded(const StateView& s, uint32_t thread, uint64_t address, unsigned bytes);

} // namespace heddle::interp
