// The states seen so far: exact, each stored once in full, with the state it was first reached from.
#pragma once

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

  struct Inserted {
    StateId id;
    bool fresh;
  };
  Inserted insert(std::span<const uint8_t> bytes, StateId parent);
  std::span<const uint8_t> bytes(StateId id) const; // stays valid
  StateId parent(StateId id) const { return states_[id].parent; }
  StateId size() const { return static_cast<StateId>(states_.size()); }
  uint64_t memoryBytes() const;

private:
  struct Stored {
    const uint8_t* bytes; // 4 bytes of length come first
    StateId parent;
  };
  struct Cell {
    StateId id = noState;
    uint32_t tag = 0; // high half of the hash: most different states are told apart by it
  };

  const uint8_t* store(std::span<const uint8_t> bytes);
  void grow();

  std::vector<Stored> states_;
  std::vector<Cell> table_; // open addressing; a power of two, at most 3/4 full
  std::vector<std::unique_ptr<uint8_t[]>> blocks_;
  size_t blockUsed_ = 0, blockSize_ = 0;
  uint64_t blockBytes_ = 0;
};

} // namespace heddle::explore
