// Environment: what is known when an instance stands at a location (env of Kusano and Wang
// 2016, section 3.1).
//
// `own` is not memory as it is: a cell's entry is what this instance wrote last, or the initial content if it
// wrote nothing. That is what a load sees which reads from its own thread; what others stored is told by the
// interferences. `pinned` is memory as it is, for cells that nobody else can write at this point: in the
// midst of an atomic section, or under the lock that protects the cell. `writers` tells which store made a
// cell's entry in `own`, `contents` which register has the same content as a pinned cell.
//
// A missing entry means that nothing is known; entries that tell nothing are not kept. `relations` is empty
// unless the domain is relational.
#pragma once

#include "engines/modular/relations.h"
#include "engines/modular/value.h"
#include "symbolic/cells.h"

#include <vector>

namespace heddle::modular {

using symbolic::CellId;

// A map from small numbers, sorted; missing: any value.
class ValueMap {
public:
  using Entry = std::pair<uint32_t, Value>;

  const Value* find(uint32_t key) const;
  void set(uint32_t key, const Value& v); // v that tells nothing takes the entry away
  void erase(uint32_t key);
  template <typename F>
  void eraseIf(F f) {
    std::erase_if(entries_, [&](const Entry& e) { return f(e.first); });
  }
  void clear() { entries_.clear(); }
  const std::vector<Entry>& entries() const { return entries_; }
  bool operator==(const ValueMap&) const = default;

  template <typename F>
  friend ValueMap combined(const ValueMap& a, const ValueMap& b, F f);
  friend bool leq(const ValueMap& a, const ValueMap& b);

private:
  std::vector<Entry> entries_;
};

struct Environment {
  ValueMap registers; // by RegId
  ValueMap own;       // by CellId
  ValueMap pinned;    // by CellId
  ValueMap copies;    // by RegId: a register, as a constant, that has the same content
  ValueMap contents;  // by CellId: a register, as a constant
  ValueMap writers;   // by CellId: a source (loadsources.h) as a constant; anything else means one of several
  Relations relations;

  bool operator==(const Environment&) const = default;
};

Environment join(const Environment& a, const Environment& b);
Environment widen(const Environment& a, const Environment& b, const domains::Thresholds& thresholds);
bool leq(const Environment& a, const Environment& b);
// a without the entries that b does not have, or has with other values: whatever changes is given up.
Environment stableParts(const Environment& a, const Environment& b);

} // namespace heddle::modular
