// What an edge does to a lock, read off Edge::sync: here it is said which primitives are locks, with which
// mode, and that a condition wait releases its mutex and takes it again.
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg {

struct LockStep {
  enum class Effect : uint8_t {
    None,
    Acquire,
    Release,
    Reset, // made anew, or destroyed
  };
  Effect effect = Effect::None;
  bool shared = false;    // for reading
  bool reentrant = false; // only the count of a recursive mutex changes
  Term lock{};            // its address
};

LockStep lockStepOf(const Edge& e);

} // namespace heddle::ccfg
