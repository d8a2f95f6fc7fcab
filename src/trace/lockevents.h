// What the events of a recorded run do to locks.
//
// An event is the return of a call, not an edge of a model (ccfg/lockstep.h). Its result says whether the
// call got the lock; an unlock does not say in which mode the lock was held; and the inner levels of a
// recursive lock look like the outermost one. So what is not in the event is counted, thread by thread.
#pragma once

#include "trace/trace.h"

#include <map>

namespace heddle::trace {

struct LockEvent {
  enum class Effect : uint8_t { None, Acquire, Release };
  Effect effect = Effect::None;
  bool shared = false; // for reading, also if the call failed; of a release only LocksOfThread knows
  bool inWait = false; // the mutex of a condition wait

  bool acquires() const { return effect == Effect::Acquire; }
  bool releases() const { return effect == Effect::Release; }
};

LockEvent lockEventOf(const Trace& trace, const Event& e);

class LocksOfThread {
public:
  // What other threads notice of the thread's next event: nothing if a recursive lock stays held, or a lock
  // is released that the thread does not hold.
  LockEvent follow(const Trace& trace, const Event& e);
  bool holds(uint64_t lock) const { return held_.contains(lock); }

private:
  struct Held {
    unsigned depth = 0;
    bool shared = false;
  };
  std::map<uint64_t, Held> held_; // by address
};

} // namespace heddle::trace
