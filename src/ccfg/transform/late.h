// What a thread has come past but not done: the entries of its buffers, and the rules of the memory models
// for them. A part of memorymodel.cpp, which makes a location of each place and list of entries.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"
#include "ccfg/memory_model.h"
#include "ccfg/program.h"

#include <set>

namespace heddle::ccfg::transform {

struct Entry {
  enum class Kind : uint8_t {
    Store,   // its address and value are known, it has not reached memory
    Barrier, // keeps what comes later behind what came before
    Late,    // an edge that is not executed: a load, or what depends on one
    Clear,   // nothing is late, and all see what the thread has seen
  };
  Kind kind;
  EdgeId edge;
  uint32_t number;      // tells entries of one edge apart
  bool ordered = false; // a store that leaves after all before it
  uint8_t seenBy = 0;   // a store that some see early (seenearly.h)
  auto operator<=>(const Entry&) const = default;
};
using Entries = std::vector<Entry>; // oldest first

// What an edge does with registers and memory, as far as order depends on it.
struct Effects {
  std::set<RegId> reads, writes;
  std::set<RegId> address; // registers that the address of its access reads
  Term place;              // null: no access
  unsigned bytes = 0;
  bool isWrite = false;
  bool decides = false; // a branch, or an assertion: what comes later may not happen
  bool fails = false;   // an assertion
  bool isValid = true;  // its access surely is
};

class LateRules {
public:
  LateRules(const Program& p, const analysis::PointsTo& pointsTo, MemoryModel model);

  const Effects& of(EdgeId e) const { return effects_[e]; }
  static bool hasLate(const Entries& list);
  bool hasUndecided(const Entries& list, size_t end) const; // among the first

  // The edge, behind these entries: it reads what a late one writes; a register is in use.
  bool needs(const Entries& list, size_t end, EdgeId e) const;
  bool disturbs(const Entries& list, size_t end, EdgeId e) const;
  // Its access comes after one of theirs to the same place.
  bool followsAccess(const Entries& list, size_t end, EdgeId e) const;

  // An access that may be invalid is not made where a branch before it is not decided: there it need not
  // happen.
  bool isTooEarly(const Entries& list, size_t end, EdgeId e) const;
  bool mayExecute(const Entries& list, size_t i) const;     // a late entry
  bool mayReachMemory(const Entries& list, size_t i) const; // a store
  bool mayOverlap(EdgeId e, EdgeId f) const;                // their accesses

  void enter(Entries& list, Entry e) const;
  static void settle(Entries& list); // at the front there is nothing left to hold back

private:
  bool staysBehind(const Entries& list, size_t i, size_t earlier) const;

  const analysis::PointsTo& pointsTo_;
  MemoryModel model_;
  std::vector<Effects> effects_; // by edge
};

} // namespace heddle::ccfg::transform
