// The lattice of environments, entry by entry; see environment.h.
#include "abstract/environment.h"

#include <algorithm>

namespace heddle::abstract {

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
ValueMap ValueMap::combined(const ValueMap& a, const ValueMap& b, F f) {
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

ValueMap join(const ValueMap& a, const ValueMap& b) {
  return ValueMap::combined(a, b, [](const Value& x, const Value& y) { return join(x, y); });
}

ValueMap widen(const ValueMap& a, const ValueMap& b, const domains::Thresholds& thresholds) {
  return ValueMap::combined(a, b, [&](const Value& x, const Value& y) { return widen(x, y, thresholds); });
}

bool leq(const ValueMap& a, const ValueMap& b) {
  auto i = a.entries_.begin();
  for (const auto& [key, value] : b.entries_) {
    while (i != a.entries_.end() && i->first < key) ++i;
    if (i == a.entries_.end() || i->first != key || !leq(i->second, value)) return false;
  }
  return true;
}

ValueMap stableParts(const ValueMap& a, const ValueMap& b) {
  ValueMap result = a;
  result.eraseIf([&](uint32_t key, const Value& x) {
    const Value* y = b.find(key);
    return y == nullptr || !leq(*y, x);
  });
  return result;
}

Environment join(const Environment& a, const Environment& b) {
  return {join(a.registers, b.registers), join(a.cells, b.cells), join(a.copies, b.copies),
          join(a.contents, b.contents), join(a.relations, b.relations)};
}

Environment widen(const Environment& a, const Environment& b, const domains::Thresholds& thresholds) {
  return {widen(a.registers, b.registers, thresholds), widen(a.cells, b.cells, thresholds),
          widen(a.copies, b.copies, thresholds), widen(a.contents, b.contents, thresholds),
          widen(a.relations, b.relations)};
}

bool leq(const Environment& a, const Environment& b) {
  return leq(a.registers, b.registers) && leq(a.cells, b.cells) && leq(a.copies, b.copies) &&
         leq(a.contents, b.contents) && leq(a.relations, b.relations);
}

Environment stableParts(const Environment& a, const Environment& b) {
  return {stableParts(a.registers, b.registers), stableParts(a.cells, b.cells),
          stableParts(a.copies, b.copies), stableParts(a.contents, b.contents),
          stableParts(a.relations, b.relations)};
}

} // namespace heddle::abstract
