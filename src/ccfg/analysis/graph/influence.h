// Which registers have an influence on what happens: their values reach a condition, an address or another
// effect, through other registers and, if that is asked for, through memory. Without regard to flow.
// Neighbours: liveness (which values are read again), transform/faint (takes out what has no influence).
#pragma once

#include "ccfg/analysis/facts.h"

namespace heddle::ccfg::analysis {

class Influence {
public:
  enum class Stored : uint8_t {
    Counts,
    MayCount,
    Never
  }; // what is stored; MayCount: if it may be read and count
  Influence(const Program& p, Stored stored, const PointsTo* pointsTo = nullptr); // MayCount: not null

  bool operator()(RegId r) const { return needed_[r]; }

private:
  friend class InfluenceFinder;
  std::vector<bool> needed_;
};

// Nondeterministic choices that influence nothing, but are stored somewhere; by register. Points-to is looked
// at only if there are candidates.
std::vector<bool> idleChoices(const Facts& facts);

} // namespace heddle::ccfg::analysis
