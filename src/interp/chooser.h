// Who decides what a Nondet, or a read of uninitialised memory, gives.
#pragma once

#include "ccfg/program.h"

namespace heddle::interp {

struct Choice {
  enum class Kind : uint8_t { Nondet, Uninitialised };
  Kind kind;
  ccfg::EdgeId edge;
  uint32_t op; // index in the edge
  unsigned width;
  uint64_t lo, hi; // unsigned, inclusive
  // Uninitialised: bits that were written before, and their values; the chooser's answer must agree with
  // them.
  uint64_t known = 0, knownBits = 0;
  bool matters = true; // false: no execution depends on the value
};

class Chooser {
public:
  virtual ~Chooser() = default;
  virtual uint64_t choose(const Choice& c) = 0;
};

} // namespace heddle::interp
