// Where everything is: numeric addresses of objects, and the place of each byte in a State.
//
// An address is slot << shift; objects larger than a slot take several. Static objects have consecutive slots
// from 1, so null is never valid. Dynamic instances live in the upper half, in an arena per thread number
// (mod 64), so that the address a thread gets does not depend on what other threads allocate.
#pragma once

#include "ccfg/program.h"

namespace heddle::interp {

inline constexpr uint32_t arenaCount = 64;
inline constexpr uint64_t maxDynamicBytes = 1u << 20; // a larger Alloc is cut off

struct StaticObject {
  uint64_t base = 0;
  uint64_t size = 0;                 // accessible bytes: 0 for functions and dynamic sites
  bool readOnly = false;             // content is in Layout::constants, not in the state
  uint32_t memory = ccfg::none;      // offset of its bytes in a State (readOnly: in Layout::constants)
  uint32_t initialised = ccfg::none; // offset of its bit mask in a State, if it starts uninitialised
};

class Layout {
public:
  explicit Layout(const ccfg::Program& p);

  unsigned shift() const { return shift_; }
  const StaticObject& object(ccfg::ObjectId o) const { return objects_[o]; }
  uint64_t address(ccfg::ObjectId o) const { return objects_[o].base; }
  // The static object whose slots hold this address; none: none.
  ccfg::ObjectId staticAt(uint64_t address) const {
    const uint64_t slot = address >> shift_;
    return slot < bySlot_.size() ? bySlot_[slot] : ccfg::none;
  }
  bool isNull(uint64_t address) const { return address >> shift_ == 0; }
  uint32_t slotsFor(uint64_t size) const {
    return size == 0 ? 1 : static_cast<uint32_t>(((size - 1) >> shift_) + 1);
  }
  uint32_t arenaBegin(uint32_t threadNumber) const {
    return arenas_ + threadNumber % arenaCount * arenaSize_;
  }
  uint32_t arenaSize() const { return arenaSize_; }

  // A State starts with its header; then the bytes of writable static objects, their masks, the threads.
  uint32_t memoryBegin() const { return memoryBegin_; }
  uint32_t threadTable() const { return threadTable_; }
  const std::vector<uint8_t>& initialMemory() const { return initialMemory_; } // memoryBegin .. threadTable
  const std::vector<uint8_t>& constants() const { return constants_; }

private:
  void place(const ccfg::Program& p);
  void fill(const ccfg::Program& p);

  unsigned shift_;
  uint32_t arenas_, arenaSize_; // in slots
  std::vector<StaticObject> objects_;
  std::vector<ccfg::ObjectId> bySlot_; // [0] is none
  uint32_t memoryBegin_ = 0, threadTable_ = 0;
  std::vector<uint8_t> initialMemory_, constants_;
};

} // namespace heddle::interp
