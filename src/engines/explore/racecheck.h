// Races in states that a reduced search looks at: two threads with conflicting accesses pending.
//
// Which pairs of locations can race at all is known beforehand from their accesses, so most states need no
// look at the accesses themselves.
#pragma once

#include "ccfg/analysis/memory/accesses.h"
#include "ccfg/schedule.h"
#include "interp/pending.h"

#include <unordered_map>

namespace heddle::explore {

class RaceCheck {
public:
  RaceCheck(interp::Machine& machine, const ccfg::analysis::Escape& escape,
            const ccfg::analysis::Accesses& accesses);

  // Between any two threads, or (thread not 0) between this one and another.
  std::optional<ccfg::Violation> at(const interp::StateView& s, uint32_t thread = 0);

private:
  bool mayRace(ccfg::LocId a, ccfg::LocId b);
  bool computeMayRace(ccfg::LocId a, ccfg::LocId b) const;
  bool mayRaceEdges(ccfg::EdgeId a, ccfg::EdgeId b) const;

  interp::Machine& machine_;
  interp::Prober prober_;
  const ccfg::Program& program_;
  const ccfg::analysis::Accesses& accesses_;
  std::vector<bool> touchesShared_; // by location: some edge makes an access to a shared object
  std::unordered_map<uint64_t, bool> known_;
};

} // namespace heddle::explore
