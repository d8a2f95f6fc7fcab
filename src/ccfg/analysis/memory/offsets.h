// Offsets: a set of byte offsets into an object, as a congruence class: exactly one offset (stride 0), or
// every offset that is `residue` modulo `stride` (stride 1: any). Classes tell the fields of an array of
// structs apart. Used by points-to and everything built on it.
#pragma once

#include <cstdint>
#include <numeric>
#include <string>

namespace heddle::ccfg::analysis {

struct Offsets {
  uint64_t stride = 1;
  int64_t residue = 0; // below stride and not negative, unless stride is 0

  static Offsets exact(int64_t k) { return {0, k}; }
  static Offsets any() { return {1, 0}; }
  static Offsets everyOf(uint64_t stride, int64_t residue); // normalises the residue

  bool isExact() const { return stride == 0; }
  bool isAny() const { return stride == 1; }
  bool operator==(const Offsets&) const = default;
  bool operator<(const Offsets& o) const {
    return stride != o.stride ? stride < o.stride : residue < o.residue;
  }
  bool contains(const Offsets& o) const;
  std::string toString() const; // "8", "4+12*", "*"
};

Offsets operator+(const Offsets& a, const Offsets& b); // every sum
Offsets operator-(const Offsets& a);
Offsets join(const Offsets& a, const Offsets& b); // the smallest class that contains both

// May an access of `bytesA` at a share a byte with one of `bytesB` at b?
bool overlap(const Offsets& a, uint64_t bytesA, const Offsets& b, uint64_t bytesB);

// May two accesses of `bytes` at a and b overlap only by being at the same offset?
bool overlapIsTotal(const Offsets& a, const Offsets& b, uint64_t bytes);

} // namespace heddle::ccfg::analysis
