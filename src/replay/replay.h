// Replay: the order of a witness is forced on the real program, and what comes of it is judged. Neighbours:
// witness.h is the order, turns.h how the program gets it, process.h how it is run.
#pragma once

#include "replay/witness.h"
#include "support/budget.h"

namespace heddle::replay {

enum class Outcome : uint8_t { Reproduced, Diverged, TimedOut };
std::string_view outcomeName(Outcome outcome);

// What an access found, and what it left: numbers of as many bytes as it has.
struct Seen {
  uint64_t before = 0, after = 0;
};

struct Result {
  Outcome outcome = Outcome::Diverged;
  std::string text;         // where and why
  std::vector<Seen> made{}; // by step, as far as the run came
};

// Runs witness.command; `patience` is how long it may make no step, in seconds. It is ended, too, when the
// budget is spent. `quiet`: what it prints is dropped.
Result replay(const Witness& witness, double patience, bool quiet, const Budget& budget);

// Runs it under gdb, which stops at the last step. Returns gdb's exit code.
int debug(const Witness& witness);

} // namespace heddle::replay
