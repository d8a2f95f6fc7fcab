// Powerset: a bounded set of abstract states that are kept apart by the values of tracked variables, so that
// what is known under `locked == 1` is not mixed with what is known under `locked == 0`.
//
// A part is the join of all states that were added with one *key*, the values of the tracked variables. A
// state whose tracked variables have no single values belongs to the part without key. Beyond `limit` keys
// all parts become one, for good.
//
// γ(p) is the union of γ of the parts. Laws, checked in tests/unit/domains:
//   add, join, widen: γ of both operands ⊆ γ of the result
//   leq:   a ≤ b implies γ(a) ⊆ γ(b)
//   chains of widenings end if those of the states do: there are finitely many parts
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace heddle::domains {

// S has `join(a, b)`, `leq(a, b)`, found by its namespace; `Widening` is a function S, S -> S.
template <typename S>
class Powerset {
public:
  using Key = std::optional<std::vector<uint64_t>>; // none: no single values

  explicit Powerset(size_t limit) : limit_(limit) {}

  bool isBottom() const { return parts_.empty(); }
  const std::map<Key, S>& parts() const { return parts_; }
  bool isMerged() const { return merged_; }

  // True if something is added.
  bool add(const Key& key, const S& state) {
    return add(key, state, [](const S& a, const S& b) { return join(a, b); });
  }
  template <typename Widening>
  bool add(const Key& key, const S& state, Widening widening) {
    const auto [at, isNew] = parts_.emplace(merged_ ? Key() : key, state);
    if (isNew) {
      if (parts_.size() > limit_) merge();
      return true;
    }
    if (leq(state, at->second)) return false;
    at->second = widening(at->second, state);
    return true;
  }

  friend Powerset join(const Powerset& a, const Powerset& b) {
    Powerset result = a;
    if (b.merged_) result.merge();
    for (const auto& [key, state] : b.parts_) result.add(key, state);
    return result;
  }
  template <typename Widening>
  friend Powerset widen(const Powerset& a, const Powerset& b, Widening widening) {
    Powerset result = a;
    if (b.merged_) result.merge();
    for (const auto& [key, state] : b.parts_) result.add(key, state, widening);
    return result;
  }
  // Part by part; a part without key covers all.
  friend bool leq(const Powerset& a, const Powerset& b) {
    for (const auto& [key, state] : a.parts_)
      if (!b.covers(key, state)) return false;
    return true;
  }
  // All that is known of the states together; nothing if there is none.
  std::optional<S> all() const {
    std::optional<S> result;
    for (const auto& [key, state] : parts_) result = result ? join(*result, state) : state;
    return result;
  }

private:
  bool covers(const Key& key, const S& state) const {
    for (const Key& k : {key, Key()})
      if (const auto at = parts_.find(k); at != parts_.end() && leq(state, at->second)) return true;
    return false;
  }
  void merge() {
    merged_ = true;
    const std::optional<S> one = all();
    parts_.clear();
    if (one) parts_.emplace(Key(), *one);
  }

  size_t limit_;
  bool merged_ = false;
  std::map<Key, S> parts_;
};

} // namespace heddle::domains
