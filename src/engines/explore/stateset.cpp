// Hash table over states stored one after the other in large blocks.
#include "engines/explore/stateset.h"

#include "support/error.h"

#include <algorithm>
#include <cstring>

namespace heddle::explore {

namespace {

constexpr size_t defaultBlock = 1u << 20;

uint64_t mix(uint64_t a, uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t hashOf(std::span<const uint8_t> bytes) {
  constexpr uint64_t k0 = 0xa0761d6478bd642full, k1 = 0xe7037ed1a0b428dbull;
  const uint8_t* p = bytes.data();
  size_t left = bytes.size();
  uint64_t h = k0 ^ left, a = 0, b = 0;
  for (; left >= 16; left -= 16, p += 16) {
    std::memcpy(&a, p, 8);
    std::memcpy(&b, p + 8, 8);
    h = mix(a ^ k1 ^ h, b ^ k0);
  }
  a = b = 0;
  std::memcpy(&a, p, std::min<size_t>(left, 8));
  if (left > 8) std::memcpy(&b, p + 8, left - 8);
  return mix(h ^ a ^ k1, mix(b ^ k0, k1));
}

} // namespace

StateSet::StateSet() : table_(1u << 12) {}

StateSet::Inserted StateSet::insert(std::span<const uint8_t> bytes, StateId parent) {
  const uint64_t hash = hashOf(bytes);
  const auto tag = static_cast<uint32_t>(hash >> 32);
  const size_t mask = table_.size() - 1;
  size_t i = hash & mask;
  for (; table_[i].id != noState; i = (i + 1) & mask) {
    if (table_[i].tag != tag) continue;
    const std::span<const uint8_t> other = this->bytes(table_[i].id);
    if (other.size() == bytes.size() && std::memcmp(other.data(), bytes.data(), bytes.size()) == 0)
      return {table_[i].id, false};
  }
  const StateId id = size();
  HEDDLE_CHECK(id != noState, "more states than can be numbered");
  table_[i] = {id, tag};
  states_.push_back({store(bytes), parent});
  if (states_.size() > table_.size() / 4 * 3) grow();
  return {id, true};
}

std::span<const uint8_t> StateSet::bytes(StateId id) const {
  uint32_t length;
  std::memcpy(&length, states_[id].bytes, sizeof length);
  return {states_[id].bytes + sizeof length, length};
}

const uint8_t* StateSet::store(std::span<const uint8_t> bytes) {
  const auto length = static_cast<uint32_t>(bytes.size());
  const size_t needed = sizeof length + bytes.size();
  if (blockUsed_ + needed > blockSize_) {
    blockSize_ = std::max(defaultBlock, needed);
    blocks_.push_back(std::make_unique_for_overwrite<uint8_t[]>(blockSize_));
    blockBytes_ += blockSize_;
    blockUsed_ = 0;
  }
  uint8_t* place = blocks_.back().get() + blockUsed_;
  std::memcpy(place, &length, sizeof length);
  std::memcpy(place + sizeof length, bytes.data(), bytes.size());
  blockUsed_ += needed;
  return place;
}

void StateSet::grow() {
  std::vector<Cell> bigger(table_.size() * 2);
  const size_t mask = bigger.size() - 1;
  for (const Cell& c : table_) {
    if (c.id == noState) continue;
    size_t i = hashOf(bytes(c.id)) & mask;
    while (bigger[i].id != noState) i = (i + 1) & mask;
    bigger[i] = c;
  }
  table_ = std::move(bigger);
}

uint64_t StateSet::memoryBytes() const {
  return blockBytes_ + table_.capacity() * sizeof(Cell) + states_.capacity() * sizeof(Stored);
}

} // namespace heddle::explore
