// Stores that some threads see before they reach memory (power). A part of memorymodel.cpp.
//
// For each object that three threads or more contend for, the copy has two more of the same size: the bytes
// of a store that is on its way, and for each byte a set of threads, one bit each, that see it already. They
// read it there. One store to a place is on its way at a time; others wait. Where a thread waits for all that
// was done before (a full fence, say), it also waits until all see what it may have seen early; and so does a
// release, before later stores are seen by anyone. With two threads there is nothing to see: if the other one
// sees a store, all do.
#pragma once

#include "ccfg/analysis/facts.h"
#include "ccfg/analysis/order/delays.h"
#include "ccfg/transform/copier.h"

#include <map>
#include <string>

namespace heddle::ccfg::transform {

class SeenEarly {
public:
  SeenEarly(Copier& copier, const analysis::Facts& facts, const analysis::Delays& delays, MemoryModel model);

  const std::string& why() const { return why_; } // not empty: it can't be written into the copy
  bool concerns(EdgeId e) const { return objectOf_[e] != none; } // an access to such an object
  bool mayNotice(ThreadId t) const { return bits_.contains(t); } // it may see a store early

  struct Place { // of an access: who sees it, and what
    Term seen, bytes;
  };
  Place placeOf(ThreadId t, EdgeId e, Term address);
  std::vector<uint8_t> viewers(EdgeId store) const; // their bits

  // Operations: waits until what t sees, all see;
  std::vector<Operation> allSee(ThreadId t);
  // waits until no other store to this place is on its way;
  std::vector<Operation> isFree(ThreadId t, const Place& place, unsigned bytes);
  // shows the store to one more; takes it off its way;
  std::vector<Operation> show(ThreadId t, const Place& place, Term value, uint8_t before, uint8_t bit);
  Operation done(const Place& place, unsigned bytes) const;
  // and loads it as t sees it.
  std::vector<Operation> load(ThreadId t, const Load& load, const Place& place);

private:
  struct Spread {
    ObjectId seen, bytes; // of the copy
    std::set<ThreadId> readers;
  };
  void find(const analysis::Facts& facts, const analysis::Delays& delays, MemoryModel model);
  Term splat(uint8_t byte, unsigned bytes) const;
  Term fresh(ThreadId t, unsigned bytes, RegId& reg);

  Copier& copier_;
  const Program& original_;
  const analysis::PointsTo& pointsTo_;
  std::map<ObjectId, Spread> spread_;
  std::vector<ObjectId> objectOf_; // by edge
  std::map<ThreadId, uint8_t> bits_;
  std::string why_;
};

} // namespace heddle::ccfg::transform
