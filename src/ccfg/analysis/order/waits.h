// Waits: edges that go on only after somebody has written what they wait for.
//
// An edge with a condition on a word of memory (read by itself or earlier by its thread) has met a value that
// satisfies it. If what the word held at first does not, then one of the stores that can write such a value
// came before. A semaphore, a flag, a state that others set, a condition variable's predicate: all are this.
// Stores that the load surely does not meet, because they come later or are overwritten before it, don't
// count: so what mhb knows already makes the groups smaller. Neighbours: prior (the form), mhb (what
// follows).
#pragma once

#include "ccfg/analysis/order/prior.h"

#include "ccfg/analysis/memory/pointsto.h"

namespace heddle::ccfg::analysis {

class Mhb;

class Waits {
public:
  Waits(const Program& p, const PointsTo& pointsTo);

  PriorEvents prior(const Mhb& known) const;

  struct Source { // of a value that satisfies
    EdgeId edge;  // `none`: it was there at the start
    bool operator==(const Source&) const = default;
  };
  struct Wait {
    EdgeId edge, load; // the one with the condition, and the one that has read the word
    std::vector<Source> sources;
    std::vector<EdgeId> overwriters; // edges that surely write the word
  };

private:
  std::vector<Wait> waits_;
};

} // namespace heddle::ccfg::analysis
