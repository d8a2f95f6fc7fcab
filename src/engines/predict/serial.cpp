#include "engines/predict/serial.h"

#include "support/ticker.h"

#include <algorithm>
#include <map>

namespace heddle::predict {

namespace {

using trace::EventKind;
using trace::SiteKind;

// By thread: how many of its events are ordered before.
using Clock = std::vector<uint32_t>;

constexpr uint32_t noBlock = UINT32_MAX;

// Who accessed a place. A block counts as one event: what its later events are ordered after, all of it is.
struct Stamp {
  uint32_t thread = 0;
  uint32_t block = noBlock; // ordinal in its thread
  Clock clock;              // outside of blocks
};

struct Place {               // a piece of memory, or a lock
  std::vector<Stamp> writes; // the last one; empty: none
  std::vector<Stamp> reads;  // since, the last one of each thread
};

class Checker {
public:
  Checker(const Trace& trace, const std::vector<Block>& blocks)
      : trace_(trace), clocks_(trace.threads.size(), Clock(trace.threads.size(), 0)),
        blocks_(trace.threads.size()), next_(trace.threads.size(), 0), reported_(trace.threads.size(), false),
        overBlocks_(trace.threads.size()) {
    for (const Block& b : blocks) blocks_[b.thread].push_back(b);
    for (uint32_t t = 0; t < trace.threads.size(); ++t) byNumber_[trace.threads[t].number] = t;
  }

  std::vector<SerialViolation> run(const std::vector<EventRef>& order, const Budget& budget) {
    Ticker ticker(budget);
    for (const EventRef& ref : order) {
      ticker.tick();
      step(ref);
    }
    return std::move(found_);
  }

private:
  const Block* blockOf(EventRef e) {
    const std::vector<Block>& all = blocks_[e.thread];
    size_t& n = next_[e.thread];
    while (n < all.size() && all[n].end < e.event) {
      ++n;
      overBlocks_[e.thread].push_back(clocks_[e.thread]);
      reported_[e.thread] = false;
    }
    return n < all.size() && all[n].begin <= e.event ? &all[n] : nullptr;
  }

  // What is ordered before the event is ordered before the rest of its thread, too. An order that goes out of
  // a block and comes back into it is a cycle: the clock that comes in has seen the block.
  void join(EventRef e, const Clock& from, const Block* block) {
    Clock& clock = clocks_[e.thread];
    const bool comesBack = block != nullptr && from[e.thread] > block->begin;
    for (size_t i = 0; i < clock.size(); ++i) clock[i] = std::max(clock[i], from[i]);
    if (comesBack && !reported_[e.thread]) {
      reported_[e.thread] = true;
      found_.push_back({*block, e});
    }
  }

  void joinStamp(EventRef e, const Stamp& stamp, const Block* block) {
    if (stamp.thread == e.thread) return;
    if (stamp.block == noBlock) return join(e, stamp.clock, block);
    const std::vector<Clock>& over = overBlocks_[stamp.thread];
    join(e, stamp.block < over.size() ? over[stamp.block] : clocks_[stamp.thread], block);
  }

  Stamp stampOf(EventRef e, const Block* block) const {
    if (block == nullptr) return {e.thread, noBlock, clocks_[e.thread]};
    return {e.thread, static_cast<uint32_t>(next_[e.thread]), {}};
  }

  void step(EventRef ref) {
    const Event& e = trace_.threads[ref.thread].events[ref.event];
    const Block* block = blockOf(ref);
    clocks_[ref.thread][ref.thread] = ref.event + 1;
    if (e.kind == EventKind::Create || e.kind == EventKind::Join) {
      const auto other = byNumber_.find(static_cast<uint32_t>(e.value));
      if (other == byNumber_.end()) return;
      if (e.kind == EventKind::Create)
        for (size_t i = 0; i < clocks_.size(); ++i)
          clocks_[other->second][i] = std::max(clocks_[other->second][i], clocks_[ref.thread][i]);
      else
        join(ref, clocks_[other->second], block);
      return;
    }
    if (!e.hasAddress()) return;
    // The order of a lock's sections is an order of conflicts, as that of writes is.
    Place& place = places_[e.address];
    for (const Stamp& s : place.writes) joinStamp(ref, s, block);
    if (e.kind == EventKind::Read || e.kind == EventKind::RangeRead) {
      std::erase_if(place.reads, [&](const Stamp& s) { return s.thread == ref.thread; });
      place.reads.push_back(stampOf(ref, block));
      return;
    }
    for (const Stamp& s : place.reads) joinStamp(ref, s, block);
    place.reads.clear();
    place.writes.assign(1, stampOf(ref, block));
  }

  const Trace& trace_;
  std::vector<Clock> clocks_; // by thread
  std::vector<std::vector<Block>> blocks_;
  std::vector<size_t> next_;
  std::vector<bool> reported_;                 // the thread's current block
  std::vector<std::vector<Clock>> overBlocks_; // by thread and block that has ended: its clock then
  std::map<uint32_t, uint32_t> byNumber_;
  std::unordered_map<uint64_t, Place> places_;
  std::vector<SerialViolation> found_;
};

} // namespace

std::vector<SerialViolation> checkSerial(const Trace& trace, const std::vector<EventRef>& order,
                                         const std::vector<Block>& blocks, const Budget& budget) {
  return Checker(trace, blocks).run(order, budget);
}

} // namespace heddle::predict
