// The lattice of environments, entry by entry; see environment.h.
#include "engines/modular/environment.h"

#include <algorithm>

namespace heddle::modular {

namespace {

template <typename Entries>
auto position(Entries& entries, uint32_t key) {
  return std::lower_bound(entries.begin(), entries.end(), key,
                          [](const auto& e, uint32_t k) { return e.first < k; });
}

} // namespace

const Value* ValueMap::find(uint32_t key) const {
  const auto at = position(entries_, key);
  return at != entries_.end() && at->first == key ? &at->second : nullptr;
}

void ValueMap::set(uint32_t key, const Value& v) {
  if (v.isTop()) {
    erase(key);
    return;
  }
  const auto at = position(entries_, key);
  if (at != entries_.end() && at->first == key)
    at->second = v;
  else
    entries_.insert(at, {key, v});
}

void ValueMap::erase(uint32_t key) {
  const auto at = position(entries_, key);
  if (at != entries_.end() && at->first == key) entries_.erase(at);
}

template <typename F>
ValueMap combined(const ValueMap& a, const ValueMap& b, F f) {
  ValueMap result;
  auto i = a.entries_.begin();
  auto j = b.entries_.begin();
  while (i != a.entries_.end() && j != b.entries_.end()) {
    if (i->first < j->first)
      ++i;
    else if (j->first < i->first)
      ++j;
    else {
      const Value v = f(i->second, j->second);
      if (!v.isTop()) result.entries_.emplace_back(i->first, v);
      ++i, ++j;
    }
  }
  return result;
}

bool leq(const ValueMap& a, const ValueMap& b) {
  auto i = a.entries_.begin();
  for (const auto& [key, value] : b.entries_) {
    while (i != a.entries_.end() && i->first < key) ++i;
    if (i == a.entries_.end() || i->first != key || !leq(i->second, value)) return false;
  }
  return true;
}

Environment join(const Environment& a, const Environment& b) {
  const auto f = [](const Value& x, const Value& y) { return join(x, y); };
  return {combined(a.registers, b.registers, f), combined(a.own, b.own, f),
          combined(a.pinned, b.pinned, f),       combined(a.copies, b.copies, f),
          combined(a.contents, b.contents, f),   combined(a.writers, b.writers, f),
          join(a.relations, b.relations)};
}

Environment widen(const Environment& a, const Environment& b, const domains::Thresholds& thresholds) {
  const auto f = [&](const Value& x, const Value& y) { return widen(x, y, thresholds); };
  return {combined(a.registers, b.registers, f), combined(a.own, b.own, f),
          combined(a.pinned, b.pinned, f),       combined(a.copies, b.copies, f),
          combined(a.contents, b.contents, f),   combined(a.writers, b.writers, f),
          widen(a.relations, b.relations)};
}

bool leq(const Environment& a, const Environment& b) {
  return leq(a.registers, b.registers) && leq(a.own, b.own) && leq(a.pinned, b.pinned) &&
         leq(a.copies, b.copies) && leq(a.contents, b.contents) && leq(a.writers, b.writers) &&
         leq(a.relations, b.relations);
}

namespace {

ValueMap stableParts(const ValueMap& a, const ValueMap& b) {
  ValueMap result = a;
  result.eraseIf([&](uint32_t key) {
    const Value* y = b.find(key);
    return y == nullptr || !leq(*y, *a.find(key));
  });
  return result;
}

} // namespace

Environment stableParts(const Environment& a, const Environment& b) {
  return {stableParts(a.registers, b.registers), stableParts(a.own, b.own),
          stableParts(a.pinned, b.pinned),       stableParts(a.copies, b.copies),
          stableParts(a.contents, b.contents),   stableParts(a.writers, b.writers),
          stableParts(a.relations, b.relations)};
}

} // namespace heddle::modular
