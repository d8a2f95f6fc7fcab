// See equalities.h.
#include "domains/equalities.h"

#include "logic/eval.h"

#include <algorithm>

namespace heddle::domains {

using logic::truncateTo;

const Equalities::Entry* Equalities::find(Variable v) const {
  const auto at = std::ranges::lower_bound(entries_, v, {}, &Entry::variable);
  return at != entries_.end() && at->variable == v ? &*at : nullptr;
}

void Equalities::insert(const Entry& e) {
  entries_.insert(std::ranges::lower_bound(entries_, e.variable, {}, &Entry::variable), e);
}

std::optional<uint64_t> Equalities::difference(Variable a, Variable b) const {
  if (a == b) return 0;
  const Entry* x = a == zero ? nullptr : find(a);
  const Entry* y = b == zero ? nullptr : find(b);
  if ((x == nullptr && a != zero) || (y == nullptr && b != zero)) return std::nullopt;
  if (x != nullptr && y != nullptr && x->width != y->width) return std::nullopt;
  const Variable ofX = x != nullptr ? x->representative : zero, ofY = y != nullptr ? y->representative : zero;
  if (ofX != ofY) return std::nullopt;
  return truncateTo((x != nullptr ? x->offset : 0) - (y != nullptr ? y->offset : 0),
                    x != nullptr ? x->width : y->width);
}

// Sorted by variable, the first of a class is its least.
void Equalities::normalise() {
  std::vector<Entry> result;
  for (const Entry& e : entries_) {
    if (e.representative == zero) {
      result.push_back(e);
      continue;
    }
    const auto sameClass = [&](const Entry& o) {
      return o.representative == e.representative && o.width == e.width;
    };
    const Entry& first = *std::ranges::find_if(entries_, sameClass);
    if (std::ranges::count_if(entries_, sameClass) == 1) continue;
    result.push_back({e.variable, first.variable, truncateTo(e.offset - first.offset, e.width), e.width});
  }
  entries_ = std::move(result);
}

void Equalities::forget(Variable v) {
  std::erase_if(entries_, [&](const Entry& e) { return e.variable == v; });
  normalise();
}

void Equalities::assign(Variable v, unsigned width, Variable from, uint64_t offset) {
  if (from == v) {
    for (Entry& e : entries_)
      if (e.variable == v) e.offset = truncateTo(e.offset + offset, width);
    normalise();
    return;
  }
  forget(v);
  equate(v, from, offset, width);
}

bool Equalities::equate(Variable a, Variable b, uint64_t offset, unsigned width) {
  offset = truncateTo(offset, width);
  if (const auto known = difference(a, b)) return *known == offset;
  const auto entryOf = [&](Variable v) -> Entry {
    if (v == zero) return {zero, zero, 0, width};
    if (const Entry* known = find(v)) return *known;
    insert({v, v, 0, width});
    return {v, v, 0, width};
  };
  const Entry x = entryOf(a), y = entryOf(b);
  if (x.width != width || y.width != width) {
    normalise();
    return true; // the same name with another width: nothing is said
  }
  // x.rep + x.offset = y.rep + y.offset + offset; the class that goes is not that of known values.
  const bool dropX = x.representative != zero;
  const Variable goes = dropX ? x.representative : y.representative;
  const Variable stays = dropX ? y.representative : x.representative;
  const uint64_t apart = dropX ? y.offset + offset - x.offset : x.offset - y.offset - offset;
  for (Entry& e : entries_)
    if (e.representative == goes && e.width == width) {
      e.representative = stays;
      e.offset = truncateTo(e.offset + apart, width);
    }
  normalise();
  return true;
}

Equalities join(const Equalities& a, const Equalities& b) {
  if (a == b) return a;
  Equalities result;
  for (const auto& x : a.entries_) {
    const auto* y = b.find(x.variable);
    if (y == nullptr || y->width != x.width) continue;
    Equalities::Entry entry{x.variable, x.variable, 0, x.width};
    if (x.representative == Equalities::zero && x.representative == y->representative &&
        x.offset == y->offset)
      entry = x;
    else
      for (const auto& earlier : result.entries_) {
        const auto inA = a.difference(x.variable, earlier.variable);
        if (earlier.width != x.width || !inA || inA != b.difference(x.variable, earlier.variable)) continue;
        entry.representative = earlier.representative;
        entry.offset = truncateTo(earlier.offset + *inA, x.width);
        break;
      }
    result.insert(entry);
  }
  result.normalise();
  return result;
}

bool leq(const Equalities& a, const Equalities& b) {
  return std::ranges::all_of(b.entries_, [&](const Equalities::Entry& e) {
    return a.difference(e.variable, e.representative) == e.offset;
  });
}

} // namespace heddle::domains
