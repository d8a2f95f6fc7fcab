// Races and deadlocks: what the order of threads, locks and the reachability found by interpretation exclude.
#pragma once

#include "engines/modular/loadsources.h"

#include <functional>
#include <string>

namespace heddle::modular {

// What interpretation found: may an instance stand here, may this edge make its access?
struct Reached {
  std::vector<bool> locations, accesses;
};

// Where a race can't be excluded, told for the user; nothing: there is none.
std::optional<std::string> possibleRace(const Facts& facts, const Reached& reached);

// A deadlock needs a circle of threads that wait for each other: each for a lock that the next may hold, or
// for the end of the next. Where threads only ever wait for locks and for ends, and no such circle is
// possible, there is no deadlock.
std::optional<std::string> possibleDeadlock(const Facts& facts, const Reached& reached);

} // namespace heddle::modular
