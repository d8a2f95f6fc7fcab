// Accesses: what memory each edge may read and write, and what may still be accessed from a location on.
//
// A footprint is one distinct (object, offsets, size) that some edge may access; the future of a location is
// a set of footprints. Built on points-to; unshared objects have no footprints, since no other instance can
// conflict with them. Meant for partial-order reduction: conflictsLater is quick enough to ask in every
// state. A Load of memory that was never written chooses its content, but counts as a read here: see
// explore's independence.
#pragma once

#include "ccfg/analysis/memory/escape.h"
#include "support/bitset.h"

#include <unordered_map>

namespace heddle::ccfg::analysis {

struct Access {
  ObjectId object;
  Offsets offsets;
  uint64_t bytes;
  bool write;
  MemOrder order;
  bool operator==(const Access&) const = default;
};

class Accesses {
public:
  Accesses(const Program& p, const PointsTo& pointsTo, const Escape& escape);
  // The same, but futures end before the edges that are marked (by id): nobody passes them.
  Accesses(const Accesses& all, const Program& p, const std::vector<bool>& closed);

  // Shared or not; the objects are abstract ones (PointsTo::abstractOf). A Free writes the whole object,
  // which is (any offset, 1 byte).
  const std::vector<Access>& of(EdgeId e) const { return lists_[listOf_[e]]; }
  // Edges with equal accesses have the same list.
  uint32_t listOf(EdgeId e) const { return listOf_[e]; }
  const std::vector<std::vector<Access>>& lists() const { return lists_; }
  ObjectId abstractOf(ObjectId o) const { return o < objectCount_ ? abstractOf_[o] : o; }

  // Three things besides memory depend on the order of steps; they have numbers above the objects'. Thread
  // numbers are given in order of forks: a Fork writes forkOrder. Where a thread allocates depends on what
  // was freed: its Allocs write its arena if others free what it allocates, and so do their Frees.
  // Whether a pointer that is compared is stale: such a comparison reads staleness, a Free writes it
  // (reuse.h).
  ObjectId forkOrder() const { return objectCount_; }
  ObjectId staleness() const { return objectCount_ + 1; }
  ObjectId arena(ThreadId t) const { return objectCount_ + 2 + t; }

  // Does more than one instance access the object? Others have no footprints, so none of these questions
  // tells anything about them.
  bool isShared(ObjectId o) const { return !footprints_[abstractOf(o)].empty(); }

  // May the instance at l, or a thread that it forks (transitively) from there on, make an access that
  // overlaps this one, one of the two being a write?
  bool conflictsLater(LocId l, ObjectId o, int64_t offset, uint64_t bytes, bool write) const {
    return conflictsLater(l, o, Offsets::exact(offset), bytes, write);
  }
  bool conflictsLater(LocId l, ObjectId o, Offsets offsets, uint64_t bytes, bool write) const;
  bool conflictsLater(LocId l, EdgeId e) const; // with any access of this edge
  bool conflictsInOrder(LocId l,
                        EdgeId e) const; // with what of it depends on order, besides memory and arenas
  bool touchesArena(EdgeId e) const;     // one that others touch, too

  std::vector<Access> future(LocId l) const; // for printing; the orders are not kept

private:
  struct Footprint {
    Offsets offsets;
    uint64_t bytes;
  };
  struct Future { // over footprints
    BitSet any, written;
    bool operator==(const Future&) const = default;
  };
  static constexpr size_t maxFootprints = 64; // an object's; beyond them the whole object is one

  using List = std::vector<Access>;
  bool conflictsLater(LocId l, const List& list) const;

  void collect(const Program& p, const PointsTo& pointsTo, const Escape& escape);
  uint32_t intern(List list);
  void numberFootprints(const Escape& escape);
  uint32_t footprint(const Access& a) const;
  Future footprintsOf(const List& list) const;
  uint32_t intern(Future future);
  void computeFutures(const Program& p, const std::vector<bool>& closed);

  ObjectId objectCount_;
  std::vector<ObjectId> abstractOf_;               // by object
  std::vector<List> lists_;                        // distinct; many edges access the same
  std::vector<uint32_t> listOf_, ordersOf_;        // by edge; ordersOf_: on forkOrder, staleness, arenas
  std::vector<std::vector<Footprint>> footprints_; // by object
  std::vector<uint32_t> firstBit_;                 // by object
  std::vector<Future> futures_;                    // distinct
  std::vector<uint32_t> futureOf_;                 // by location
  std::unordered_multimap<size_t, uint32_t> knownLists_, knownFutures_; // by hash
};

} // namespace heddle::ccfg::analysis
