// BitSet: a set of small numbers of a size fixed at construction.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

class BitSet {
public:
  explicit BitSet(size_t size = 0, bool full = false)
      : size_(size), words_((size + 63) / 64, full ? ~0ull : 0) {
    if (full && size % 64 != 0) words_.back() = (1ull << size % 64) - 1;
  }

  size_t size() const { return size_; }
  bool test(size_t i) const { return (words_[i / 64] >> i % 64 & 1) != 0; }
  void set(size_t i) { words_[i / 64] |= 1ull << i % 64; }
  void reset(size_t i) { words_[i / 64] &= ~(1ull << i % 64); }
  bool operator==(const BitSet&) const = default;

  bool unite(const BitSet& o) { // true if it grew
    uint64_t grown = 0;
    for (size_t i = 0; i < words_.size(); ++i) {
      grown |= o.words_[i] & ~words_[i];
      words_[i] |= o.words_[i];
    }
    return grown != 0;
  }
  bool intersect(const BitSet& o) { // true if it shrank
    uint64_t lost = 0;
    for (size_t i = 0; i < words_.size(); ++i) {
      lost |= words_[i] & ~o.words_[i];
      words_[i] &= o.words_[i];
    }
    return lost != 0;
  }
  void subtract(const BitSet& o) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= ~o.words_[i];
  }
  bool intersects(const BitSet& o) const {
    for (size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & o.words_[i]) != 0) return true;
    return false;
  }
  bool empty() const {
    for (uint64_t w : words_)
      if (w != 0) return false;
    return true;
  }
  size_t count() const {
    size_t n = 0;
    for (uint64_t w : words_) n += static_cast<size_t>(std::popcount(w));
    return n;
  }

  template <typename F>
  void forEach(F f) const {
    for (size_t i = 0; i < words_.size(); ++i)
      for (uint64_t w = words_[i]; w != 0; w &= w - 1) f(i * 64 + static_cast<size_t>(std::countr_zero(w)));
  }

  const std::vector<uint64_t>& words() const { return words_; }

  size_t hash() const {
    uint64_t h = size_;
    for (uint64_t w : words_) h = (h ^ w) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
    return h;
  }

private:
  size_t size_;
  std::vector<uint64_t> words_;
};

} // namespace heddle
