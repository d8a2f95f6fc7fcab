// OrderMatrix: the order constraints of tests/unit/modular/order_rules.h, closed as bit matrices: the
// evaluator that the engine uses. Events have a row of stores that happened before, one of stores that did
// not, and one of events that come later. Facts are only added and rules only add, so a closure can go on
// from the one before: push keeps it, pop returns to it (Algorithm 4).
#pragma once

#include "support/bitset.h"

#include <functional>
#include <span>

namespace heddle::modular {

class OrderMatrix {
public:
  using Event = uint32_t;
  using Stores = std::function<const BitSet&(uint32_t store)>;

  static constexpr size_t maxEvents = 128;

  // `earlier`: what has happened before any occurrence of a store (transitive).
  OrderMatrix(size_t stores, Stores earlier);

  size_t events() const { return occurrenceOf_.size(); }
  bool hasRoomFor(size_t more) const { return events() + more <= maxEvents; }

  Event addEvent(const BitSet& happened, const BitSet& notYet); // happened: closed under `earlier`
  void addOccurrence(Event e, uint32_t store, bool once);       // e is an occurrence of it, or its only one
  void addHappened(uint32_t store, Event e);
  void addBefore(Event e, Event f);
  // The load read what the source wrote, and none of the overwriters has written in between.
  void addRead(Event load, Event source, const BitSet& overwriters);

  // No occurrence of these stores lies between the two events.
  void addTogether(Event e, Event f, const BitSet& keptOut);

  bool close(); // false: a contradiction
  void push();
  void pop();

private:
  using Row = std::span<uint64_t>;
  struct Read {
    Event load, source;
    BitSet overwriters;
  };
  struct Pair {
    Event first, second;
    BitSet keptOut;
  };
  struct Frame {
    size_t events, reads, pairs;
    std::vector<uint64_t> bits;
    bool contradiction;
  };

  Row happened(Event e) { return {bits_.data() + e * stride_, words_}; }
  Row notYet(Event e) { return {bits_.data() + e * stride_ + words_, words_}; }
  Row later(Event e) { return {bits_.data() + e * stride_ + 2 * words_, eventWords}; }
  void unite(Row to, Row from);
  void propagate(Event e, Event f);
  void overwrite(const Read& r);
  void keepOut(const Pair& p);
  void placeOccurrences();
  void compareEvents();

  static constexpr size_t eventWords = maxEvents / 64;
  struct Occurrence {
    uint32_t store;
    bool once;
  };
  size_t words_, stride_;
  Stores earlier_;
  std::vector<uint64_t> bits_; // by event: happened, notYet, later
  std::vector<Occurrence> occurrenceOf_;
  std::vector<Read> reads_;
  std::vector<Pair> pairs_;
  std::vector<Frame> frames_;
  bool changed_ = false, contradiction_ = false;
};

} // namespace heddle::modular
