// See storebuffer.h. The stores of all threads are one list, sorted by thread.
#include "interp/storebuffer.h"

#include "logic/eval.h"

namespace heddle::interp {

using ccfg::MemoryModel;

namespace {

struct Range {
  uint32_t begin, end;
};

Range rangeOf(const StateView& s, uint32_t thread) {
  const uint32_t count = s.storeCount();
  uint32_t begin = 0;
  while (begin < count && s.store(begin).thread < thread) ++begin;
  uint32_t end = begin;
  while (end < count && s.store(end).thread == thread) ++end;
  return {begin, end};
}

bool overlap(const BufferedStore& a, const BufferedStore& b) {
  return a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}

bool staysBehind(MemoryModel model, const BufferedStore& later, const BufferedStore& earlier) {
  return model == MemoryModel::Tso || later.isBarrier() || earlier.isBarrier() || later.ordered != 0 ||
         overlap(later, earlier);
}

// At the front a barrier has nothing left to hold back, and order is no matter.
void settle(State& s, uint32_t thread) {
  for (;;) {
    const Range r = rangeOf(s.view(), thread);
    if (r.begin == r.end) return;
    BufferedStore first = s.view().store(r.begin);
    if (!first.isBarrier() && first.ordered == 0) return;
    s.removeStore(r.begin);
    if (first.isBarrier()) continue;
    first.ordered = 0;
    s.insertStore(r.begin, first);
  }
}

} // namespace

bool hasBuffered(const StateView& s, uint32_t thread) { return bufferedCount(s, thread) != 0; }

uint32_t bufferedCount(const StateView& s, uint32_t thread) {
  const Range r = rangeOf(s, thread);
  return r.end - r.begin;
}

// An ordered store keeps those that come later behind it in the list, else it would wait for them.
void enterBuffer(State& s, MemoryModel model, BufferedStore store) {
  const StateView v = s.view();
  const auto [begin, end] = rangeOf(v, store.thread);
  uint32_t position = end;
  for (; position > begin; --position) {
    const BufferedStore before = v.store(position - 1);
    if (before.address <= store.address || before.ordered != 0 || staysBehind(model, store, before)) break;
  }
  s.insertStore(position, store);
  settle(s, store.thread);
}

void enterBarrier(State& s, MemoryModel model, uint32_t thread) {
  const Range r = rangeOf(s.view(), thread);
  if (r.begin == r.end || s.view().store(r.end - 1).isBarrier()) return;
  enterBuffer(s, model, {0, 0, thread, 0, 0});
}

std::vector<uint32_t> readyStores(const StateView& s, MemoryModel model, uint32_t thread) {
  std::vector<uint32_t> ready;
  const auto [begin, end] = rangeOf(s, thread);
  for (uint32_t i = begin; i < end; ++i) {
    const BufferedStore store = s.store(i);
    bool waits = store.isBarrier();
    for (uint32_t j = begin; j < i && !waits; ++j) waits = staysBehind(model, store, s.store(j));
    if (!waits) ready.push_back(i);
  }
  return ready;
}

void leaveBuffer(State& s, uint32_t position) {
  const uint32_t thread = s.view().store(position).thread;
  s.removeStore(position);
  settle(s, thread);
}

void forgetStores(State& s, uint32_t thread, uint64_t address, uint64_t bytes) {
  const auto [begin, end] = rangeOf(s.view(), thread);
  for (uint32_t i = end; i-- > begin;) {
    const BufferedStore store = s.view().store(i);
    if (!store.isBarrier() && store.address >= address && store.address < address + bytes) s.removeStore(i);
  }
  settle(s, thread);
}

Forwarded forwarded(const StateView& s, uint32_t thread, uint64_t address, unsigned bytes) {
  Forwarded f;
  const auto [begin, end] = rangeOf(s, thread);
  for (uint32_t i = begin; i < end; ++i) {
    const BufferedStore store = s.store(i);
    for (unsigned k = 0; k < bytes; ++k) {
      const uint64_t offset = address + k - store.address; // huge if the byte is before the store
      if (offset >= store.bytes) continue;
      const uint64_t byte = 0xffull << 8 * k;
      f.mask |= byte;
      f.value = (f.value & ~byte) | (store.value >> 8 * offset & 0xff) << 8 * k;
    }
  }
  return f;
}

} // namespace heddle::interp
