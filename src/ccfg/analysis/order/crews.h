// Crews: threads that a counted loop creates into an array of handles, and that are all joined from there.
//
// If the handles of all instances of a thread are kept in different elements, which nothing else writes, and
// each element that may have got one has been joined, then all instances have ended. Also here, since it is
// what such loops say: who leaves a counted loop has been through it.
#pragma once

#include "ccfg/analysis/facts.h"
#include "ccfg/analysis/graph/reaching.h"
#include "ccfg/analysis/memory/pointsto.h"
#include "ccfg/analysis/order/counted.h"

namespace heddle::ccfg::analysis {

class Crews {
public:
  explicit Crews(const Facts& facts);

  PriorEvents prior(const Mhb& known) const;

private:
  struct Crew {
    ThreadId thread;
    EdgeId fork, store; // the latter of the handle, by the same edge or the next
    ObjectId handles;
    std::vector<uint64_t> offsets; // sorted: where handles may be
  };
  struct Joined { // who gets past the edge has joined what was at these offsets when `load` read it
    EdgeId edge, load;
    ObjectId handles;
    std::vector<uint64_t> offsets;
  };

  void findCrews(const Program& p, const PointsTo& pointsTo);
  void findJoins(const Program& p);
  void addJoin(const Program& p, OpPlace at, const Join& join);

  const Dominators& dominators_;
  std::vector<CountedLoop> counted_;
  std::vector<Crew> crews_;
  std::vector<Joined> joined_;
};

} // namespace heddle::ccfg::analysis
