// See order_matrix.h.
#include "engines/modular/order_matrix.h"

#include "support/error.h"

#include <algorithm>

namespace heddle::modular {

namespace {

constexpr uint32_t none = ~0u;

bool test(std::span<const uint64_t> row, size_t i) { return (row[i / 64] >> i % 64 & 1) != 0; }

bool meet(std::span<const uint64_t> a, std::span<const uint64_t> b) {
  for (size_t i = 0; i < a.size(); ++i)
    if ((a[i] & b[i]) != 0) return true;
  return false;
}

template <typename F>
void forEach(std::span<const uint64_t> row, F f) {
  for (size_t i = 0; i < row.size(); ++i)
    for (uint64_t w = row[i]; w != 0; w &= w - 1)
      f(static_cast<uint32_t>(i * 64 + static_cast<size_t>(std::countr_zero(w))));
}

} // namespace

OrderMatrix::OrderMatrix(size_t stores, Stores earlier)
    : words_((stores + 63) / 64), stride_(2 * words_ + eventWords), earlier_(std::move(earlier)) {}

OrderMatrix::Event OrderMatrix::addEvent(const BitSet& happened, const BitSet& notYet) {
  HEDDLE_CHECK(hasRoomFor(1), "too many events");
  const auto e = static_cast<Event>(events());
  bits_.insert(bits_.end(), happened.words().begin(), happened.words().end());
  bits_.insert(bits_.end(), notYet.words().begin(), notYet.words().end());
  bits_.resize(bits_.size() + eventWords);
  occurrenceOf_.push_back({none, false});
  return e;
}

void OrderMatrix::addOccurrence(Event e, uint32_t store, bool once) { occurrenceOf_[e] = {store, once}; }

void OrderMatrix::addHappened(uint32_t store, Event e) {
  if (test(happened(e), store)) return;
  happened(e)[store / 64] |= 1ull << store % 64;
  const BitSet& before = earlier_(store);
  for (size_t i = 0; i < words_; ++i) happened(e)[i] |= before.words()[i];
  changed_ = true;
}

void OrderMatrix::addBefore(Event e, Event f) {
  if (test(later(e), f)) return;
  later(e)[f / 64] |= 1ull << f % 64;
  changed_ = true;
}

void OrderMatrix::addRead(Event load, Event source, const BitSet& overwriters) {
  reads_.push_back({load, source, overwriters});
  addBefore(source, load);
}

void OrderMatrix::addTogether(Event e, Event f, const BitSet& keptOut) { pairs_.push_back({e, f, keptOut}); }

void OrderMatrix::push() {
  frames_.push_back({events(), reads_.size(), pairs_.size(), bits_, contradiction_});
}

void OrderMatrix::pop() {
  Frame& frame = frames_.back();
  bits_ = std::move(frame.bits);
  occurrenceOf_.resize(frame.events);
  reads_.resize(frame.reads, {0, 0, BitSet()});
  pairs_.resize(frame.pairs, {0, 0, BitSet()});
  contradiction_ = frame.contradiction;
  frames_.pop_back();
}

bool OrderMatrix::close() {
  do {
    if (contradiction_) return false;
    changed_ = false;
    for (Event e = 0; e < events(); ++e) forEach(later(e), [&](Event f) { propagate(e, f); });
    for (const Read& r : reads_) overwrite(r);
    for (const Pair& p : pairs_) keepOut(p);
    placeOccurrences();
    compareEvents();
  } while (changed_);
  return !contradiction_;
}

void OrderMatrix::unite(Row to, Row from) {
  uint64_t grown = 0;
  for (size_t i = 0; i < to.size(); ++i) {
    grown |= from[i] & ~to[i];
    to[i] |= from[i];
  }
  changed_ = changed_ || grown != 0;
}

// Rule 4.
void OrderMatrix::propagate(Event e, Event f) {
  unite(happened(f), happened(e));
  unite(notYet(e), notYet(f));
  unite(later(e), later(f));
  if (occurrenceOf_[e].store != none) addHappened(occurrenceOf_[e].store, f);
}

// Rules 3 and 6.
void OrderMatrix::overwrite(const Read& r) {
  const auto& strong = r.overwriters.words();
  for (size_t i = 0; i < words_; ++i) {
    const uint64_t earlier = happened(r.load)[i] & strong[i] & ~happened(r.source)[i];
    for (uint64_t w = earlier; w != 0; w &= w - 1)
      addHappened(static_cast<uint32_t>(i * 64 + static_cast<size_t>(std::countr_zero(w))), r.source);
    const uint64_t notYetRead = notYet(r.source)[i] & strong[i];
    changed_ = changed_ || (notYetRead & ~notYet(r.load)[i]) != 0;
    notYet(r.load)[i] |= notYetRead;
  }
}

// What does not lie between two events is before both or before none.
void OrderMatrix::keepOut(const Pair& p) {
  const auto& out = p.keptOut.words();
  for (size_t i = 0; i < words_; ++i) {
    const uint64_t before = (happened(p.first)[i] | happened(p.second)[i]) & out[i];
    for (Event e : {p.first, p.second})
      for (uint64_t w = before & ~happened(e)[i]; w != 0; w &= w - 1)
        addHappened(static_cast<uint32_t>(i * 64 + static_cast<size_t>(std::countr_zero(w))), e);
    const uint64_t after = (notYet(p.first)[i] | notYet(p.second)[i]) & out[i];
    for (Event e : {p.first, p.second}) {
      changed_ = changed_ || (after & ~notYet(e)[i]) != 0;
      notYet(e)[i] |= after;
    }
  }
}

// A store that happens once is its one occurrence.
void OrderMatrix::placeOccurrences() {
  for (Event w = 0; w < events(); ++w) {
    const auto [store, once] = occurrenceOf_[w];
    if (!once) continue;
    for (Event e = 0; e < events(); ++e) {
      if (e == w) continue;
      if (test(happened(e), store)) addBefore(w, e);
      if (test(notYet(e), store)) addBefore(e, w);
    }
  }
}

// What happened before f, and not before e, lies between them. Rule 5: nothing comes before itself.
void OrderMatrix::compareEvents() {
  for (Event e = 0; e < events(); ++e)
    for (Event f = 0; f < events(); ++f) {
      const bool known = test(later(e), f);
      if (!known && meet(happened(f), notYet(e))) addBefore(e, f);
    }
  for (Event e = 0; e < events() && !contradiction_; ++e) contradiction_ = test(later(e), e);
}

} // namespace heddle::modular
