// Which registers matter at a location: those that may still decide something. A register matters if some
// path reads it, before writing it, in a condition, an access, a fork, a join or anything else than an
// assignment to a register that does not matter itself. At a thread's exit its result matters if some Join
// asks for results. `self` never counts: its value follows from the instance's number.
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg::analysis {

class Liveness {
public:
  explicit Liveness(const Program& p);

  // Sorted by id.
  const std::vector<RegId>& liveAt(LocId l) const { return live_[l]; }
  bool isLive(LocId l, RegId r) const;

  // For each operation of an edge the registers that matter after it, sorted by id.
  std::vector<std::vector<RegId>> liveAfterOperations(EdgeId e) const;

private:
  const Program& program_;
  std::vector<std::vector<RegId>> live_; // by location
};

} // namespace heddle::ccfg::analysis
