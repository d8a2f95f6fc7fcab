// Loops that only wait, and count how often: `for (i = 0; i < 1000000 && !flag; i++) ;`. A turn that finds
// nothing changed is no state of its own; see waitloops.cpp.
#pragma once

#include "interp/code.h"
#include "support/graph.h"

#include <optional>

namespace heddle::explore {

class WaitLoops {
public:
  explicit WaitLoops(const interp::Code& code);

  static constexpr uint32_t noLoop = UINT32_MAX;
  // The loop whose turns begin with the load at this location.
  uint32_t loopAt(ccfg::LocId l) const { return startsAt_[l]; }
  bool isIn(uint32_t loop, ccfg::LocId l) const { return loopOf_[l] == loop; }
  ccfg::RegId counterOf(uint32_t loop) const { return counters_[loop]; }

private:
  void look(const std::vector<ccfg::LocId>& members);
  bool isRing(const std::vector<ccfg::LocId>& members) const;
  ccfg::EdgeId next(ccfg::LocId l) const;
  bool staysIn(ccfg::EdgeId e) const;
  // The register in which the turns are counted, if that is all that they do.
  std::optional<ccfg::RegId> counterOf(const std::vector<ccfg::LocId>& turn) const;
  bool isFree(const std::vector<ccfg::LocId>& turn, ccfg::RegId counter) const;

  const interp::Code& code_;
  const ccfg::Program& program_;
  Components components_;
  std::vector<uint32_t> startsAt_, loopOf_; // by location
  std::vector<ccfg::RegId> counters_;       // by loop
};

} // namespace heddle::explore
