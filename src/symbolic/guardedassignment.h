// Guarded assignments to state symbols, and actions: a block of one thread, from one global control location,
// as a guarded assignment (Wachter et al. 2013, section II). All terms are over the state before it, and its
// inputs.
#pragma once

#include "ccfg/property.h"
#include "symbolic/symbols.h"

#include <map>
#include <memory>
#include <optional>

namespace heddle::symbolic {

struct Block {
  std::vector<ccfg::EdgeId> edges; // they follow one another
  ccfg::LocId to;
  bool retreats;  // one of them leads back (the paper's LOOP)
  bool onControl; // what it means depends on what threads there are, and on what was allocated
};

using Conjunction = std::vector<Term>; // of width 1, none constant

// What must not be: a violation, or where an execution is not followed further.
struct Event {
  Conjunction condition;
  std::optional<ccfg::Assumption> cutoff; // else a violation of `property`
  ccfg::Property property = ccfg::Property::Assert;
  size_t edge = 0; // index of the edge of the block at which it happens
};

struct PendingAccess { // of a block's first edge
  Term address;
  Term source; // the same in the program's own terms
  uint64_t bytes;
  bool write, atomic;
  Term when; // null: always
};

struct GuardedAssignment {
  Conjunction guard;
  std::vector<std::pair<SymbolId, Term>> assign; // in parallel, sorted by symbol
  std::vector<SymbolId> inputs;

  Term assigned(SymbolId s) const; // null: it stays
  // Weakest precondition of the assignment: it holds before exactly if `t` holds after. Where the guard does
  // not hold nothing comes after, and any t does.
  Term before(logic::TermManager& terms, Term t) const;
};

struct Action : GuardedAssignment {
  uint32_t slot = 0;
  std::vector<ccfg::EdgeId> edges;
  std::vector<Event> events;
  bool possible = true;     // the guard is not false
  bool ends = false;        // the program ends: there is no state after it
  bool approximate = false; // some value is taken as arbitrary
  bool retreats = false;
  std::vector<Term> joined; // numbers of instances that it waits for
  // What threads stand where afterwards.
  ccfg::LocId to = ccfg::none;
  std::vector<std::pair<uint32_t, Standing>> forked; // by slot
  std::vector<Made> made;
  std::vector<uint32_t> reused; // by Alloc: whose place its block takes; none: it has its own
  // Of the first edge, for races, deadlocks and dependence.
  std::vector<PendingAccess> accesses;
  size_t firstGuards = 0; // as many conjuncts of the guard belong to it
  bool frees = false;
  Term blocked; // it is not enabled, whatever the inputs; null: that can't be told
  // What operations chose or read, for witnesses; by edge of the block and operation.
  std::map<std::pair<size_t, size_t>, Term> values;
};

// The same with new inputs, since each step has its own; without events.
Action withOwnInputs(Action a, Symbols& symbols);

} // namespace heddle::symbolic
