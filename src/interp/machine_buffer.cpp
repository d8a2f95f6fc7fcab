// Stores that take the way through a buffer, and reach memory in a step of their own.
#include "interp/machine.h"

#include "interp/storebuffer.h"
#include "logic/eval.h"

namespace heddle::interp {

StepKind Machine::bufferStore(Context& c, const Instruction& i) {
  if (isBufferFull(c)) return StepKind::Disabled;
  const bool inOrder = static_cast<StoreWay>(i.imm) == StoreWay::BufferInOrder;
  enterBuffer(c.state, code_.memoryModel(),
              {temps_[i.a], logic::truncateTo(temps_[i.b], 8u * i.operandWidth), c.thread, i.operandWidth,
               static_cast<uint16_t>(inOrder)});
  touched_ = true;
  if (!c.log) return StepKind::Done;
  logAccess(c, i, temps_[i.a], true, temps_[i.b]);
  c.log->accesses.back().isBuffered = true;
  return StepKind::Done;
}

StepKind Machine::barrier(Context& c) {
  if (isBufferFull(c)) return StepKind::Disabled;
  enterBarrier(c.state, code_.memoryModel(), c.thread);
  touched_ = true;
  return StepKind::Done;
}

// The thread waits until a store has reached memory.
bool Machine::isBufferFull(const Context& c) {
  const bool full = bufferedCount(c.state.view(), c.thread) >= maxBuffered;
  bufferWasFull_ |= full;
  return full;
}

std::vector<uint64_t> Machine::flushable(const StateView& s, uint32_t thread) const {
  std::vector<uint64_t> addresses;
  if (code_.hasBuffers())
    for (uint32_t position : readyStores(s, code_.memoryModel(), thread))
      addresses.push_back(s.store(position).address);
  return addresses;
}

// Memory that was given back meanwhile takes no store; it was valid when the store was made.
bool Machine::flush(State& s, uint32_t thread, uint64_t address, StepLog* log) {
  if (log) log->clear();
  if (!code_.hasBuffers()) return false;
  for (uint32_t position : readyStores(s.view(), code_.memoryModel(), thread)) {
    const BufferedStore store = s.view().store(position);
    if (store.address != address) continue;
    leaveBuffer(s, position);
    Place place;
    if (resolve(s, address, store.bytes, true, place)) writeBytes(place, store.value, store.bytes);
    if (!log) return true;
    Access a;
    a.address = address;
    a.bytes = store.bytes;
    a.value = store.value;
    a.isWrite = true;
    log->accesses.push_back(a);
    log->values.push_back(address);
    return true;
  }
  return false;
}

bool Machine::canFlush(const StateView& s, uint32_t thread) const {
  return code_.hasBuffers() && hasBuffered(s, thread);
}

} // namespace heddle::interp
