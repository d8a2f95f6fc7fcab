// Which registers matter at a location: those whose value some path from there reads before writing them.
// At a thread's exit its result is live, since a Join hands it on. `self` never counts as live: its value
// follows from the instance's number.
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg::analysis {

class Liveness {
public:
  explicit Liveness(const Program& p);

  // Sorted by id.
  const std::vector<RegId>& liveAt(LocId l) const { return live_[l]; }
  bool isLive(LocId l, RegId r) const;

private:
  std::vector<std::vector<RegId>> live_; // by location
};

} // namespace heddle::ccfg::analysis
