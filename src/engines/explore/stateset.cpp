// Storing states as lists of pieces, and putting them together again.
#include "engines/explore/stateset.h"

#include <algorithm>
#include <cstring>

namespace heddle::explore {

namespace {

uint64_t mix(uint64_t a, uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

constexpr size_t pieceBytes = 64;
constexpr size_t wholeBytes = 128; // up to here a state, or a list, is stored as it is

size_t pieceCount(size_t length) { return (length + pieceBytes - 1) / pieceBytes; }

} // namespace

uint32_t hashOf(std::span<const uint8_t> bytes) {
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
  return static_cast<uint32_t>(mix(h ^ a ^ k1, mix(b ^ k0, k1)));
}

// The list of numbers of the pieces of `bytes`, which is at this level.
std::span<const uint8_t> StateSet::piecesOf(std::span<const uint8_t> bytes, size_t level) {
  if (inserted_.size() <= level + 1) inserted_.resize(level + 2);
  Bytes& list = inserted_[level + 1];
  list.resize(pieceCount(bytes.size()) * sizeof(uint32_t));
  const bool comparable = loaded_.size() > level + 1 && loaded_[level].size() == bytes.size();
  for (size_t i = 0; i * pieceBytes < bytes.size(); ++i) {
    const size_t begin = i * pieceBytes, length = std::min(pieceBytes, bytes.size() - begin);
    uint8_t* place = list.data() + i * sizeof(uint32_t);
    if (comparable && std::memcmp(loaded_[level].data() + begin, bytes.data() + begin, length) == 0) {
      std::memcpy(place, loaded_[level + 1].data() + i * sizeof(uint32_t), sizeof(uint32_t));
      continue;
    }
    const uint32_t number = pieces_.intern(bytes.subspan(begin, length)).number;
    std::memcpy(place, &number, sizeof number);
  }
  return list;
}

// The record of a state: its length, and the first list that is short enough.
StateSet::Inserted StateSet::insert(std::span<const uint8_t> bytes, StateId parent) {
  const auto length = static_cast<uint32_t>(bytes.size());
  std::span<const uint8_t> top = bytes;
  for (size_t level = 0; top.size() > wholeBytes; ++level) top = piecesOf(top, level);
  record_.resize(sizeof length + top.size());
  std::memcpy(record_.data(), &length, sizeof length);
  std::ranges::copy(top, record_.begin() + sizeof length);
  const auto [id, fresh, known] = records_.intern(record_);
  if (fresh) known->parent = parent;
  return {id, fresh, known};
}

std::span<const uint8_t> StateSet::load(StateId id) {
  const std::span<const uint8_t> record = records_.bytes(id);
  uint32_t length;
  std::memcpy(&length, record.data(), sizeof length);
  lengths_ = {length};
  while (lengths_.back() > wholeBytes) lengths_.push_back(pieceCount(lengths_.back()) * sizeof(uint32_t));
  loaded_.resize(lengths_.size());
  loaded_.back().assign(record.begin() + sizeof length, record.end());
  for (size_t level = lengths_.size() - 1; level-- > 0;) expandLevel(level, lengths_[level]);
  return loaded_[0];
}

// From the numbers in the level above.
void StateSet::expandLevel(size_t level, size_t length) {
  Bytes& bytes = loaded_[level];
  bytes.resize(length);
  for (size_t i = 0; i * pieceBytes < length; ++i) {
    uint32_t number;
    std::memcpy(&number, loaded_[level + 1].data() + i * sizeof number, sizeof number);
    const std::span<const uint8_t> piece = pieces_.bytes(number);
    std::memcpy(bytes.data() + i * pieceBytes, piece.data(), piece.size());
  }
}

} // namespace heddle::explore
