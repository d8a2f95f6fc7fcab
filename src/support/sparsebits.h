// SparseBits: a set of numbers as sorted blocks of 64 bits; unions cost as much as the sets have blocks.
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <vector>

namespace heddle {

class SparseBits {
public:
  bool empty() const { return blocks_.empty(); }
  auto operator<=>(const SparseBits&) const = default;

  bool test(uint32_t n) const {
    const auto at = std::lower_bound(blocks_.begin(), blocks_.end(), n / 64, byIndex);
    return at != blocks_.end() && at->index == n / 64 && (at->bits >> n % 64 & 1) != 0;
  }

  bool insert(uint32_t n) { // true if it is new
    auto at = std::lower_bound(blocks_.begin(), blocks_.end(), n / 64, byIndex);
    const uint64_t bit = 1ull << n % 64;
    if (at == blocks_.end() || at->index != n / 64) {
      blocks_.insert(at, {n / 64, bit});
      return true;
    }
    const bool isNew = (at->bits & bit) == 0;
    at->bits |= bit;
    return isNew;
  }

  // Adds the numbers of o, and those that are new to `added` as well. True if there are any.
  bool unite(const SparseBits& o, SparseBits& added) {
    SparseBits fresh;
    size_t missing = 0; // blocks that are not here yet
    auto mine = blocks_.begin();
    for (const Block& b : o.blocks_) {
      mine = std::lower_bound(mine, blocks_.end(), b.index, byIndex);
      const bool here = mine != blocks_.end() && mine->index == b.index;
      const uint64_t bits = here ? b.bits & ~mine->bits : b.bits;
      if (bits == 0) continue;
      fresh.blocks_.push_back({b.index, bits});
      if (here)
        mine->bits |= bits;
      else
        ++missing;
    }
    if (fresh.empty()) return false;
    if (missing > 0) *this = merged(*this, fresh);
    added = added.empty() ? std::move(fresh) : merged(added, fresh);
    return true;
  }

  void intersect(const SparseBits& o) {
    auto other = o.blocks_.begin();
    for (Block& b : blocks_) {
      other = std::lower_bound(other, o.blocks_.end(), b.index, byIndex);
      b.bits &= other != o.blocks_.end() && other->index == b.index ? other->bits : 0;
    }
    std::erase_if(blocks_, [](const Block& b) { return b.bits == 0; });
  }

  template <typename F>
  void forEach(F f) const {
    for (const Block& b : blocks_)
      for (uint64_t bits = b.bits; bits != 0; bits &= bits - 1)
        f(b.index * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
  }

  size_t hash() const {
    uint64_t h = blocks_.size();
    for (const Block& b : blocks_) h = (h ^ b.index ^ b.bits) * 0x9e3779b97f4a7c15ull, h ^= h >> 29;
    return h;
  }

private:
  struct Block {
    uint32_t index;
    uint64_t bits;
    auto operator<=>(const Block&) const = default;
  };
  static bool byIndex(const Block& b, uint32_t index) { return b.index < index; }

  static SparseBits merged(const SparseBits& a, const SparseBits& b) {
    SparseBits result;
    result.blocks_.reserve(a.blocks_.size() + b.blocks_.size());
    auto i = a.blocks_.begin(), j = b.blocks_.begin();
    while (i != a.blocks_.end() || j != b.blocks_.end()) {
      if (j == b.blocks_.end() || (i != a.blocks_.end() && i->index < j->index))
        result.blocks_.push_back(*i++);
      else if (i == a.blocks_.end() || j->index < i->index)
        result.blocks_.push_back(*j++);
      else {
        result.blocks_.push_back({i->index, i->bits | j->bits});
        ++i;
        ++j;
      }
    }
    return result;
  }

  std::vector<Block> blocks_; // none is zero
};

} // namespace heddle
