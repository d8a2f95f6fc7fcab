// Random numbers that depend on the seed alone, on every machine.
#pragma once

#include <cstdint>

namespace heddle::random {

// splitmix64: the standard distributions differ between libraries. The seed is mixed first, since
// neighbouring seeds would otherwise give the same stream, shifted.
class Dice {
public:
  explicit Dice(uint64_t seed) : state_(mix(seed * 0x9e3779b97f4a7c15ull)) {}
  int below(int n) { return static_cast<int>(next() % static_cast<uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ull); }

private:
  static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  uint64_t state_;
};

} // namespace heddle::random
