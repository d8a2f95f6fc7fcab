// Sections over a unit of a statement's head: the condition of an `if`, `while`, `do`, `for`, `switch`, or
// what a `for` does first or last in each round.
#pragma once

#include "patch/spans.h"

#include <string>
#include <vector>

namespace heddle::patch {

struct HeadLock {
  int number = 0;     // of the lock: the higher ones are inside
  std::string lock;   // a statement; empty: it was taken before
  std::string unlock; // a statement
};

// Evaluates the unit under the locks, wherever and as often as it was evaluated before.
void rewriteHead(Function& function, Node head, const std::vector<HeadLock>& locks);

} // namespace heddle::patch
