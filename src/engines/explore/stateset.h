// The states seen so far: exact, each with the state it was first reached from.
//
// A state of more than a few bytes is cut into pieces, and the pieces are numbered in a table of their own;
// what is stored is the list of numbers, which is cut again if it is still long. Neighbouring states differ
// in few pieces, so a state takes little memory however large it is, and only the pieces that differ from the
// state that was loaded last, the one being expanded, have to be looked up.
#pragma once

#include "engines/explore/bytetable.h"

namespace heddle::explore {

using StateId = uint32_t;
inline constexpr StateId noState = UINT32_MAX;

class StateSet {
public:
  // What a search knows of a state.
  struct Known {
    StateId parent = noState;
    StateId leadsTo = noState; // see Search::leads
    uint32_t depth = 0;
    uint16_t mover = 0;  // who made the step into it
    uint16_t putOff = 0; // how many states before it had threads put off
    bool expanded = false;
  };
  struct Inserted {
    StateId id;
    bool fresh;
    Known* known;
  };
  Inserted insert(std::span<const uint8_t> bytes, StateId parent);

  // Valid until the next load; successors of the state should be inserted before that.
  std::span<const uint8_t> load(StateId id);

  StateId parent(StateId id) const { return records_.known(id).parent; }
  Known& known(StateId id) { return records_.known(id); }
  StateId size() const { return records_.size(); }
  uint64_t memoryBytes() const { return records_.memoryBytes() + pieces_.memoryBytes(); }

private:
  using Bytes = std::vector<uint8_t>;
  struct Nothing {};

  std::span<const uint8_t> piecesOf(std::span<const uint8_t> bytes, size_t level);
  void expandLevel(size_t level, size_t length);

  ByteTable<Known> records_;
  ByteTable<Nothing> pieces_;
  // Level 0 is the state itself, level n+1 the numbers of the pieces of level n.
  std::vector<Bytes> loaded_;   // of the state that was loaded last
  std::vector<Bytes> inserted_; // of the one being inserted; level 0 is not kept
  std::vector<size_t> lengths_; // of the levels of the one being loaded
  Bytes record_;
};

} // namespace heddle::explore
