// Draws a random program from a seed.
#pragma once

#include "ast.h"

namespace heddle::random {

struct GenerateOptions {
  bool racy = true;        // plain accesses anywhere; else only under the variable's mutex
  bool nativeOnly = false; // nothing that a native run can't do (atomic sections, misuse of locks)
  bool unrolls = false;    // fewer statements, and no loop that a schedule can keep running
  bool blocks = false;     // with blocks that are meant to be atomic
  bool waits = false;      // more of condition variables
  bool heap = false;       // blocks that are made, compared, used and freed by all threads
  bool rounds = false;     // main creates and joins its threads several times
  bool orders = false;     // threads that wait for each other: semaphores, flags, barriers, joins in loops
};

Program generate(uint64_t seed, const GenerateOptions& options);

} // namespace heddle::random
