// See relations.h.
#include "abstract/relations.h"

#include <algorithm>

namespace heddle::abstract {

const Relation* Relations::find(uint32_t pack) const {
  const auto at = std::ranges::lower_bound(entries_, pack, {}, &Entry::first);
  return at != entries_.end() && at->first == pack ? at->second.get() : nullptr;
}

void Relations::set(uint32_t pack, Relation r) {
  const auto at = std::ranges::lower_bound(entries_, pack, {}, &Entry::first);
  const bool there = at != entries_.end() && at->first == pack;
  if (r.knowsNothing()) {
    if (there) entries_.erase(at);
    return;
  }
  auto shared = std::make_shared<const Relation>(std::move(r));
  if (there)
    at->second = std::move(shared);
  else
    entries_.insert(at, {pack, std::move(shared)});
}

bool Relations::operator==(const Relations& o) const {
  return std::ranges::equal(entries_, o.entries_, [](const Entry& a, const Entry& b) {
    return a.first == b.first && (a.second == b.second || *a.second == *b.second);
  });
}

template <typename F>
Relations combined(const Relations& a, const Relations& b, F f) {
  Relations result;
  for (const auto& entry : a.entries_) {
    const Relation* other = b.find(entry.first);
    if (other == nullptr) continue;
    if (other == entry.second.get())
      result.entries_.push_back(entry);
    else if (Relation r = f(*entry.second, *other); !r.knowsNothing())
      result.entries_.emplace_back(entry.first, std::make_shared<const Relation>(std::move(r)));
  }
  return result;
}

Relations join(const Relations& a, const Relations& b) {
  return combined(a, b, [](const Relation& x, const Relation& y) { return join(x, y); });
}

Relations widen(const Relations& a, const Relations& b) {
  return combined(a, b, [](const Relation& x, const Relation& y) { return widen(x, y); });
}

Relations stableParts(const Relations& a, const Relations& b) {
  return combined(a, b, [](const Relation& x, const Relation& y) { return leq(y, x) ? x : Relation(); });
}

bool leq(const Relations& a, const Relations& b) {
  return std::ranges::all_of(b.entries_, [&](const Relations::Entry& e) {
    const Relation* other = a.find(e.first);
    return other != nullptr && (other == e.second.get() || leq(*other, *e.second));
  });
}

} // namespace heddle::abstract
