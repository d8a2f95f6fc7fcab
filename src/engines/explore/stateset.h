// The states seen so far: exact, each stored once in full, with the state it was first reached from.
#pragma once

#include "support/largepages.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heddle::explore {

using StateId = uint32_t;
inline constexpr StateId noState = UINT32_MAX;

class StateSet {
public:
  StateSet();

  // What a search knows of a state, all 0 at first. It lies with the bytes, so that who finds a state has it
  // at hand.
  struct Known {
    uint32_t mover : 31; // who made the step into it
    uint32_t expanded : 1;
    uint32_t depth;
  };
  struct Inserted {
    StateId id;
    bool fresh;
    Known* known;
  };
  Inserted insert(std::span<const uint8_t> bytes, StateId parent);
  std::span<const uint8_t> bytes(StateId id) const; // stays valid
  StateId parent(StateId id) const { return states_[id]->parent; }
  Known& known(StateId id) { return states_[id]->known; }
  StateId size() const { return static_cast<StateId>(states_.size()); }
  uint64_t memoryBytes() const;

private:
  struct Record { // the bytes follow
    uint32_t length;
    StateId parent;
    Known known;
  };
  struct Cell {
    Record* record = nullptr; // also in states_: this saves a look there
    StateId id = noState;
    uint32_t tag = 0; // of the hash: says where to look, and tells most different states apart
  };
  struct Free {
    void operator()(uint8_t* block) const { freeLarge(block); }
  };
  template <typename T>
  using Table = std::vector<T, LargeAllocator<T>>;

  Record* store(std::span<const uint8_t> bytes, StateId parent);
  void grow();

  Table<Record*> states_;
  Table<Cell> table_; // open addressing; a power of two, at most 3/4 full
  std::vector<std::unique_ptr<uint8_t, Free>> blocks_;
  size_t blockUsed_ = 0, blockSize_ = 0;
  uint64_t blockBytes_ = 0;
};

} // namespace heddle::explore
