// See relations.h.
#include "engines/modular/relations.h"

#include <algorithm>

namespace heddle::modular {

const Relation* Relations::find(uint32_t pack) const {
  const auto at = std::ranges::lower_bound(entries_, pack, {}, &Entry::first);
  return at != entries_.end() && at->first == pack ? &at->second : nullptr;
}

std::vector<Relations::Entry>::iterator Relations::place(uint32_t pack) {
  const auto at = std::ranges::lower_bound(entries_, pack, {}, &Entry::first);
  return at != entries_.end() && at->first == pack ? at : entries_.insert(at, {pack, Relation()});
}

void Relations::tidy(uint32_t pack) {
  std::erase_if(entries_, [&](const Entry& e) { return e.first == pack && e.second.knowsNothing(); });
}

template <typename F>
Relations combined(const Relations& a, const Relations& b, F f) {
  Relations result;
  for (const auto& [pack, relation] : a.entries_)
    if (const Relation* other = b.find(pack)) {
      Relation r = f(relation, *other);
      if (!r.knowsNothing()) result.entries_.emplace_back(pack, std::move(r));
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
    return other != nullptr && leq(*other, e.second);
  });
}

} // namespace heddle::modular
