// Environment: what is known of the registers of threads and of memory at a location (env of Kusano and Wang
// 2016, section 3.1).
//
// `cells` is memory as it is. A cell that other threads may write meanwhile has no entry, unless their states
// are part of the environment. `contents` tells which register holds the same; both are forgotten together.
//
// A missing entry means that nothing is known; entries that tell nothing are not kept. `relations` is empty
// unless the domain is relational.
#pragma once

#include "abstract/relations.h"
#include "abstract/value.h"

#include <vector>

namespace heddle::abstract {

// A map from small numbers, sorted; missing: any value.
class ValueMap {
public:
  using Entry = std::pair<uint32_t, Value>;

  const Value* find(uint32_t key) const;
  void set(uint32_t key, const Value& v); // v that tells nothing takes the entry away
  void erase(uint32_t key);
  template <typename F>
  void eraseIf(F f) { // f(key, value)
    std::erase_if(entries_, [&](const Entry& e) { return f(e.first, e.second); });
  }
  const std::vector<Entry>& entries() const { return entries_; }
  bool operator==(const ValueMap&) const = default;

  friend ValueMap join(const ValueMap& a, const ValueMap& b);
  friend ValueMap widen(const ValueMap& a, const ValueMap& b, const domains::Thresholds& thresholds);
  friend bool leq(const ValueMap& a, const ValueMap& b);
  // a without the entries that b does not have, or has with other values: whatever changes is given up.
  friend ValueMap stableParts(const ValueMap& a, const ValueMap& b);

private:
  template <typename F>
  static ValueMap combined(const ValueMap& a, const ValueMap& b, F f);

  std::vector<Entry> entries_;
};

struct Environment {
  ValueMap registers; // by RegId
  ValueMap cells;     // by CellId
  ValueMap copies;    // by RegId: a register, as a constant, that has the same content
  ValueMap contents;  // by CellId: a register, as a constant
  Relations relations;

  bool operator==(const Environment&) const = default;
};

Environment join(const Environment& a, const Environment& b);
Environment widen(const Environment& a, const Environment& b, const domains::Thresholds& thresholds);
bool leq(const Environment& a, const Environment& b);
Environment stableParts(const Environment& a, const Environment& b);

} // namespace heddle::abstract
