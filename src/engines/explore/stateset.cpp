// Hash table over states stored one after the other in large blocks.
#include "engines/explore/stateset.h"

#include "support/error.h"

#include <algorithm>
#include <cstring>

namespace heddle::explore {

namespace {

// Blocks grow, so that small searches take little and large ones get large pages.
constexpr size_t firstBlock = 1u << 16, largestBlock = 16u << 20;

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
  const auto tag = static_cast<uint32_t>(hashOf(bytes));
  const size_t mask = table_.size() - 1;
  size_t i = tag & mask;
  for (; table_[i].record; i = (i + 1) & mask) {
    const Cell& cell = table_[i];
    if (cell.tag == tag && cell.record->length == bytes.size() &&
        std::memcmp(cell.record + 1, bytes.data(), bytes.size()) == 0)
      return {cell.id, false, &cell.record->known};
  }
  const StateId id = size();
  HEDDLE_CHECK(id != noState, "more states than can be numbered");
  Record* record = store(bytes, parent);
  table_[i] = {record, id, tag};
  states_.push_back(record);
  if (states_.size() > table_.size() / 4 * 3) grow();
  return {id, true, &record->known};
}

std::span<const uint8_t> StateSet::bytes(StateId id) const {
  return {reinterpret_cast<const uint8_t*>(states_[id] + 1), states_[id]->length};
}

StateSet::Record* StateSet::store(std::span<const uint8_t> bytes, StateId parent) {
  const size_t needed =
      (sizeof(Record) + bytes.size() + alignof(Record) - 1) / alignof(Record) * alignof(Record);
  if (blockUsed_ + needed > blockSize_) {
    blockSize_ = std::max(std::clamp(blockSize_ * 2, firstBlock, largestBlock), needed);
    blocks_.emplace_back(static_cast<uint8_t*>(allocateLarge(blockSize_)));
    blockBytes_ += blockSize_;
    blockUsed_ = 0;
  }
  auto* record =
      new (blocks_.back().get() + blockUsed_) Record{static_cast<uint32_t>(bytes.size()), parent, {0, 0, 0}};
  std::memcpy(record + 1, bytes.data(), bytes.size());
  blockUsed_ += needed;
  return record;
}

void StateSet::grow() {
  Table<Cell> bigger(table_.size() * 2);
  const size_t mask = bigger.size() - 1;
  for (const Cell& c : table_) {
    if (!c.record) continue;
    size_t i = c.tag & mask;
    while (bigger[i].record) i = (i + 1) & mask;
    bigger[i] = c;
  }
  table_ = std::move(bigger);
}

uint64_t StateSet::memoryBytes() const {
  return blockBytes_ + table_.capacity() * sizeof(Cell) + states_.capacity() * sizeof(Record*);
}

} // namespace heddle::explore
