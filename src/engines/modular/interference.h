// Interferences: what threads tell each other, and what the interpretation of one thread adds to that.
#pragma once

#include "abstract/transfer.h"
#include "engines/modular/loadorder.h"
#include "engines/modular/packs.h"

#include <map>
#include <set>

namespace heddle::modular {

// What a store may write, after its thread has read so; as seen by the instance that stores.
struct Interference {
  Combination reads;
  Value value;
};

// Adds what is not covered; too many of one value become one, then too many of all. True if there was
// something to add.
bool add(std::vector<Interference>& to, const Interference& i);
// The same, for chains that must end: all entries become one.
bool addWidening(std::vector<Interference>& to, const Interference& i, const domains::Thresholds& thresholds);

// What a value of one thread is to an instance of another: each calls itself Self.
Value seenBy(ccfg::ThreadId reader, ccfg::ThreadId from, const Value& v);

// What threads tell each other: grows until it is stable.
struct Interferences {
  std::vector<std::vector<Interference>> stores;       // by StoreId; empty: it does not happen
  std::vector<std::optional<std::vector<Value>>> args; // by thread: its parameters; none: it is not started
  std::vector<Value> results;                          // by thread: bottom: it does not end
  std::vector<std::optional<Relation>> guards;         // by GuardId: what one who leaves leaves behind
};

// What the interpretation of one thread brings to light.
struct Effects : abstract::Findings {
  std::map<StoreId, std::vector<Interference>> stores;
  std::map<ccfg::ThreadId, std::vector<Value>> args; // of the threads it forks, as seen by them
  Value result;
  std::map<GuardId, Relation> guards;
  std::set<ccfg::LocId> locations; // that may be reached
};

} // namespace heddle::modular
