// Arithmetic of congruence classes of offsets; see offsets.h.
#include "ccfg/analysis/memory/offsets.h"

#include <fmt/format.h>

namespace heddle::ccfg::analysis {

namespace {

// Wrapping sums, as the machine's.
int64_t add(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
int64_t subtract(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

uint64_t magnitude(int64_t k) { return k < 0 ? 0 - static_cast<uint64_t>(k) : static_cast<uint64_t>(k); }

uint64_t modulo(int64_t k, uint64_t stride) {
  uint64_t r = magnitude(k) % stride;
  return k < 0 && r != 0 ? stride - r : r;
}

} // namespace

Offsets Offsets::everyOf(uint64_t stride, int64_t residue) {
  if (stride == 0) return exact(residue);
  // A stride that does not fit a signed number can't be told from a few far offsets; a divisor is safe.
  if (stride > (1ull << 62)) stride = 1;
  return {stride, static_cast<int64_t>(modulo(residue, stride))};
}

bool Offsets::contains(const Offsets& o) const {
  if (isExact()) return *this == o;
  return o.stride % stride == 0 && modulo(o.residue, stride) == static_cast<uint64_t>(residue);
}

std::string Offsets::toString() const {
  if (isExact()) return fmt::format("{}", residue);
  if (isAny()) return "*";
  return fmt::format("{}+{}*", residue, stride);
}

Offsets operator+(const Offsets& a, const Offsets& b) {
  return Offsets::everyOf(std::gcd(a.stride, b.stride), add(a.residue, b.residue));
}

Offsets operator-(const Offsets& a) { return Offsets::everyOf(a.stride, subtract(0, a.residue)); }

Offsets join(const Offsets& a, const Offsets& b) {
  uint64_t distance = magnitude(subtract(a.residue, b.residue));
  return Offsets::everyOf(std::gcd(std::gcd(a.stride, b.stride), distance), a.residue);
}

bool overlap(const Offsets& a, uint64_t bytesA, const Offsets& b, uint64_t bytesB) {
  if (bytesA == 0 || bytesB == 0) return false;
  uint64_t g = std::gcd(a.stride, b.stride);
  int64_t distance = subtract(b.residue, a.residue);
  if (g == 0) return distance >= 0 ? magnitude(distance) < bytesA : magnitude(distance) < bytesB;
  uint64_t d = modulo(distance, g); // b starts d after some a, and g - d before another
  return d < bytesA || g - d < bytesB;
}

bool overlapIsTotal(const Offsets& a, const Offsets& b, uint64_t bytes) {
  uint64_t g = std::gcd(a.stride, b.stride);
  if (g == 0) return a.residue == b.residue;
  return g >= bytes && modulo(subtract(b.residue, a.residue), g) == 0;
}

} // namespace heddle::ccfg::analysis
