// Are invariants inductive? An independent check of what an engine says holds at locations: by a solver, one
// step at a time, and without the engine's own fixpoint.
//
// The facts of all locations are inductive if they hold when a thread starts, if every step of a thread from
// a location whose facts hold leads to one whose facts hold, and if no step of another thread takes facts
// about memory away from one who stands still (Owicki and Gries). Two threads that a lock or the order of
// events keeps apart do not disturb each other. That, and where pointers point, is taken from the shared
// facts (ccfg/analysis/facts.h): it is trusted, not checked. Facts that can't be shown so are dropped, until
// those that remain need nothing but each other (Flanagan and Leino's Houdini): the greatest inductive part.
//
// What an engine knows beyond the facts that it tells, such as which store was read, is not used: a fact that
// is dropped need not be wrong.
#pragma once

#include "engine/invariant.h"
#include "engine/problem.h"
#include "support/budget.h"

namespace heddle::check {

struct Inductive {
  bool finished = false; // else the budget was spent, and the rest means nothing
  size_t facts = 0;      // bounds and relations, and locations that are said never to be reached
  size_t inductive = 0;  // that remain
  size_t assertions = 0;
  size_t implied = 0; // assertions that can't fail, by what remains alone
};

Inductive checkInductive(const engine::Problem& problem, const std::vector<engine::Invariant>& invariants,
                         const Budget& budget);

} // namespace heddle::check
