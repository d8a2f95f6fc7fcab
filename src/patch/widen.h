// Critical sections that the program has already, of the mutex that a new section needs: they become parts of
// it, and those beside it are widened. A mutex is never taken twice.
#pragma once

#include "patch/spans.h"

#include <set>
#include <string>

namespace heddle::patch {

// The calls that take and give up one lock.
struct Calls {
  std::string take, give; // functions
  std::string argument;   // as it is written; empty: none

  std::string lock() const { return take + "(" + argument + ");"; }
  std::string unlock() const { return give + "(" + argument + ");"; }
};

// For a mutex that the source has, by the C expression for it: the calls that it uses for it.
Calls callsFor(const std::string& mutex, const std::vector<const Body*>& users);

// Lets the span hold unlocks right before it, and locks right behind it.
void widen(Span& span, const Calls& calls);

struct Ends {
  bool locks = true, unlocks = true; // does it take the lock where it begins, give it up where it ends?
  bool held = false;                 // the program holds it throughout: there is nothing to do
};

// Does the program, as it is, hold the lock before a statement? By the calls that stand before it, in its
// block and those around it.
bool isHeld(const Body& body, const clang::Stmt* s, const Calls& calls);

// Removes what the span has of calls inside. `released`: exits before which the lock is given up already.
Ends absorb(Function& function, const Span& span, const Calls& calls, std::set<const clang::Stmt*>& released);

} // namespace heddle::patch
