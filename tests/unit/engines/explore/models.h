// Models in text form that the tests of interp, explore and check share.
#pragma once

#include "ccfg/text.h"

#include <memory>
#include <string>

namespace heddle::models {

inline std::unique_ptr<ccfg::Program> parse(const std::string& text) {
  return ccfg::parseText(text, "model");
}

// Two unprotected increments: the assertion can fail, and there is a race.
inline const char* const lostUpdate = R"model(
program LP64
object x global 4
thread main {
  reg %h:32 %k:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: %k := fork worker
  C: -> D: join %h
  D: -> E: join %k
  E: -> F: %r := load.4 &x
  F: -> G: assert (eq %r 2:32) "x == 2"
  G: -> Z: halt exit
}
thread worker {
  repeatable
  reg %r:32
  entry A exit Z
  A: -> B: %r := load.4 &x
  B: -> Z: store.4 &x (add %r 1:32)
}
)model";

// The same under a lock: nothing is wrong.
inline const char* const lockedUpdate = R"model(
program LP64
object x global 4
object m global 4
thread main {
  reg %h:32 %k:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: %k := fork worker
  C: -> D: join %h
  D: -> E: join %k
  E: -> F: %r := load.4 &x
  F: -> G: assert (eq %r 2:32) "x == 2"
  G: -> Z: halt exit
}
thread worker {
  repeatable
  reg %r:32 %l:32
  entry A exit Z
  A: -> B: atomic %l := load.4.seq_cst &m; assume (eq %l 0:32); store.4.seq_cst &m %self sync acquire &m primitive library
  B: -> C: %r := load.4 &x
  C: -> D: store.4 &x (add %r 1:32)
  D: -> Z: atomic %l := load.4.seq_cst &m; assert.lock-misuse (eq %l %self) "unlocked by its owner"; store.4.seq_cst &m 0:32 sync release &m primitive library
}
)model";

// Peterson's algorithm with sequentially consistent atomics; a critical section that asserts it is alone.
inline const char* const peterson = R"model(
program LP64
object flag0 global 4
object flag1 global 4
object turn global 4
object inside global 4
thread main {
  reg %h:32 %k:32
  entry A exit Z
  A: -> B: %h := fork left
  B: -> C: %k := fork right
  C: -> D: join %h
  D: -> E: join %k
  E: -> Z: halt exit
}
thread left {
  reg %r:32 %t:32 %i:32
  entry A exit Z
  A: -> B: store.4.seq_cst &flag0 1:32
  B: -> W: store.4.seq_cst &turn 1:32
  W: -> V: %r := load.4.seq_cst &flag1
  V: -> C: assume (eq %r 0:32)
     -> U: assume (not (eq %r 0:32))
  U: -> T: %t := load.4.seq_cst &turn
  T: -> C: assume (not (eq %t 1:32))
     -> W: assume (eq %t 1:32)
  C: -> D: %i := load.4 &inside
  D: -> E: store.4 &inside (add %i 1:32)
  E: -> F: %i := load.4 &inside
  F: -> G: assert (eq %i 1:32) "alone"
  G: -> H: store.4 &inside 0:32
  H: -> Z: store.4.seq_cst &flag0 0:32
}
thread right {
  reg %r:32 %t:32 %i:32
  entry A exit Z
  A: -> B: store.4.seq_cst &flag1 1:32
  B: -> W: store.4.seq_cst &turn 0:32
  W: -> V: %r := load.4.seq_cst &flag0
  V: -> C: assume (eq %r 0:32)
     -> U: assume (not (eq %r 0:32))
  U: -> T: %t := load.4.seq_cst &turn
  T: -> C: assume (not (eq %t 0:32))
     -> W: assume (eq %t 0:32)
  C: -> D: %i := load.4 &inside
  D: -> E: store.4 &inside (add %i 1:32)
  E: -> F: %i := load.4 &inside
  F: -> G: assert (eq %i 1:32) "alone"
  G: -> H: store.4 &inside 0:32
  H: -> Z: store.4.seq_cst &flag1 0:32
}
)model";

// Two locks taken in opposite orders.
inline const char* const abba = R"model(
program LP64
object a global 4
object b global 4
thread main {
  reg %h:32 %l:32
  entry A exit Z
  A: -> B: %h := fork other
  B: -> C: atomic %l := load.4.seq_cst &a; assume (eq %l 0:32); store.4.seq_cst &a %self sync acquire &a primitive library
  C: -> D: atomic %l := load.4.seq_cst &b; assume (eq %l 0:32); store.4.seq_cst &b %self sync acquire &b primitive library
  D: -> E: store.4.seq_cst &b 0:32 sync release &b primitive library
  E: -> F: store.4.seq_cst &a 0:32 sync release &a primitive library
  F: -> G: join %h
  G: -> Z: halt exit
}
thread other {
  reg %l:32
  entry A exit Z
  A: -> B: atomic %l := load.4.seq_cst &b; assume (eq %l 0:32); store.4.seq_cst &b %self sync acquire &b primitive library
  B: -> C: atomic %l := load.4.seq_cst &a; assume (eq %l 0:32); store.4.seq_cst &a %self sync acquire &a primitive library
  C: -> D: store.4.seq_cst &a 0:32 sync release &a primitive library
  D: -> Z: store.4.seq_cst &b 0:32 sync release &b primitive library
}
)model";

// Philosophers that take the fork with their own number first (the last one too: a deadlock).
inline std::string philosophers(unsigned count) {
  std::string text = "program LP64\n";
  for (unsigned i = 0; i < count; ++i) text += "object f" + std::to_string(i) + " global 4\n";
  text += "thread main {\n  reg %h:32\n  entry S0 exit Z\n";
  for (unsigned i = 0; i < count; ++i)
    text +=
        "  S" + std::to_string(i) + ": -> S" + std::to_string(i + 1) + ": fork p" + std::to_string(i) + "\n";
  text += "  S" + std::to_string(count) + ": -> Z: skip\n}\n";
  for (unsigned i = 0; i < count; ++i) {
    const std::string first = "&f" + std::to_string(i), second = "&f" + std::to_string((i + 1) % count);
    auto take = [](const std::string& f) {
      return "atomic %l := load.4.seq_cst " + f + "; assume (eq %l 0:32); store.4.seq_cst " + f +
             " %self sync acquire " + f + " primitive library\n";
    };
    text += "thread p" + std::to_string(i) + " {\n  reg %l:32\n  entry A exit Z\n  A: -> B: " + take(first) +
            "  B: -> C: " + take(second) + "  C: -> D: store.4.seq_cst " + second + " 0:32 sync release " +
            second + " primitive library\n  D: -> Z: store.4.seq_cst " + first + " 0:32 sync release " +
            first + " primitive library\n}\n";
  }
  return text;
}

} // namespace heddle::models
