// Numbers byte strings: equal strings get equal numbers. What is known of a string lies with its bytes, so
// that who finds it has it at hand: a lookup misses the cache twice, at the cell and at the string.
#pragma once

#include "support/error.h"
#include "support/largepages.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace heddle::explore {

uint32_t hashOf(std::span<const uint8_t> bytes);

// Known is a plain struct that starts out as Known{}.
template <typename Known>
class ByteTable {
public:
  static constexpr uint32_t noNumber = UINT32_MAX;

  ByteTable() : cells_(1u << 10) {}

  struct Interned {
    uint32_t number;
    bool fresh;
    Known* known; // stays valid
  };
  Interned intern(std::span<const uint8_t> bytes);
  std::span<const uint8_t> bytes(uint32_t number) const { // stays valid
    return {reinterpret_cast<const uint8_t*>(records_[number] + 1), records_[number]->length};
  }
  Known& known(uint32_t number) { return records_[number]->known; }
  const Known& known(uint32_t number) const { return records_[number]->known; }
  uint32_t size() const { return static_cast<uint32_t>(records_.size()); }
  uint64_t memoryBytes() const {
    return blockBytes_ + cells_.capacity() * sizeof(Cell) + records_.capacity() * sizeof(Record*);
  }

private:
  struct Record { // the bytes follow
    uint32_t length;
    [[no_unique_address]] Known known;
  };
  struct Cell {
    Record* record = nullptr; // also in records_: this saves a look there
    uint32_t number = noNumber;
    uint32_t hash = 0; // says where to look, and tells most different strings apart
  };
  struct Free {
    void operator()(uint8_t* block) const { freeLarge(block); }
  };
  template <typename T>
  using Table = std::vector<T, LargeAllocator<T>>;
  // Blocks grow, so that small searches take little and large ones get large pages.
  static constexpr size_t firstBlock = 1u << 14, largestBlock = 16u << 20;

  Record* store(std::span<const uint8_t> bytes);
  void grow();

  Table<Record*> records_; // by number
  Table<Cell> cells_;      // open addressing; a power of two, at most 3/4 full
  std::vector<std::unique_ptr<uint8_t, Free>> blocks_;
  size_t blockUsed_ = 0, blockSize_ = 0;
  uint64_t blockBytes_ = 0;
};

template <typename Known>
typename ByteTable<Known>::Interned ByteTable<Known>::intern(std::span<const uint8_t> bytes) {
  const uint32_t hash = hashOf(bytes);
  const size_t mask = cells_.size() - 1;
  size_t i = hash & mask;
  for (; cells_[i].record; i = (i + 1) & mask) {
    const Cell& cell = cells_[i];
    if (cell.hash == hash && cell.record->length == bytes.size() &&
        std::memcmp(cell.record + 1, bytes.data(), bytes.size()) == 0)
      return {cell.number, false, &cell.record->known};
  }
  const uint32_t number = size();
  HEDDLE_CHECK(number != noNumber, "more states than can be numbered");
  Record* record = store(bytes);
  cells_[i] = {record, number, hash};
  records_.push_back(record);
  if (records_.size() > cells_.size() / 4 * 3) grow();
  return {number, true, &record->known};
}

template <typename Known>
typename ByteTable<Known>::Record* ByteTable<Known>::store(std::span<const uint8_t> bytes) {
  constexpr size_t align = alignof(Record);
  const size_t needed = (sizeof(Record) + bytes.size() + align - 1) / align * align;
  if (blockUsed_ + needed > blockSize_) {
    blockSize_ = std::max(std::clamp(blockSize_ * 2, firstBlock, largestBlock), needed);
    blocks_.emplace_back(static_cast<uint8_t*>(allocateLarge(blockSize_)));
    blockBytes_ += blockSize_;
    blockUsed_ = 0;
  }
  auto* record = new (blocks_.back().get() + blockUsed_) Record{static_cast<uint32_t>(bytes.size()), Known{}};
  std::memcpy(record + 1, bytes.data(), bytes.size());
  blockUsed_ += needed;
  return record;
}

template <typename Known>
void ByteTable<Known>::grow() {
  Table<Cell> bigger(cells_.size() * 2);
  const size_t mask = bigger.size() - 1;
  for (const Cell& c : cells_) {
    if (!c.record) continue;
    size_t i = c.hash & mask;
    while (bigger[i].record) i = (i + 1) & mask;
    bigger[i] = c;
  }
  cells_ = std::move(bigger);
}

} // namespace heddle::explore
