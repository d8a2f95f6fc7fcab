// What an edge does to a lock, read off Edge::sync: here it is said which primitives are locks, with which
// mode, and that a condition wait releases its mutex and takes it again. The events of a recorded run are no
// edges: trace/lockevents.h.
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
  bool inWait = false;    // the mutex of a condition wait: who acquires it waits for a signal, too
  Term lock{};            // its address

  bool acquires() const { return effect == Effect::Acquire; }
  bool releases() const { return effect == Effect::Release; }
};

LockStep lockStepOf(const Edge& e);

} // namespace heddle::ccfg
