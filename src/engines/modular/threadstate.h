// What is known when an instance stands at a location, apart from what other threads do meanwhile: an
// environment (abstract/environment.h) with what the instance has written, and the combination of reads that
// led to it.
//
// `cells` of the environment has the cells that nobody else can write at this point: in the midst of an
// atomic section, or under the lock that protects the cell. `own` is not memory as it is: a cell's entry is
// what this instance wrote last, or the initial content if it wrote nothing. That is what a load sees which
// reads from its own thread; what others stored is told by the interferences. `writers` tells which store
// made a cell's entry in `own`.
#pragma once

#include "abstract/environment.h"
#include "engines/modular/loadorder.h"

namespace heddle::modular {

struct Environment : abstract::Environment {
  abstract::ValueMap own; // by CellId
  abstract::ValueMap
      writers; // by CellId: a source (loadsources.h) as a constant; anything else: one of several

  bool operator==(const Environment&) const = default;
};

Environment join(const Environment& a, const Environment& b);
Environment widen(const Environment& a, const Environment& b, const domains::Thresholds& thresholds);
bool leq(const Environment& a, const Environment& b);
Environment stableParts(const Environment& a, const Environment& b);

struct State {
  Combination combination;
  Environment env;
};

} // namespace heddle::modular
