// Which steps may change places (Wachter et al. 2013, section IV): two neighbouring steps of different
// threads that do not depend on each other are tried in one order only, the lower slot first (monotonic
// paths).
#pragma once

#include "engines/impact/context.h"

namespace heddle::impact {

class Reduction {
public:
  explicit Reduction(const LowerContext& c, const ccfg::analysis::Escape& escape) : c_(c), escape_(escape) {}

  // Under what condition on the state before `first`, which was made by a higher slot, may `second` not have
  // come before it (section IV-D: alias expressions)? False: they always may change places. Null: there is
  // no telling.
  Term depends(const Action& first, const Action& second) const;

private:
  Term mayMeet(const PendingAccess& a, const PendingAccess& b) const;

  const LowerContext& c_;
  const ccfg::analysis::Escape& escape_;
};

// The two accesses share a byte.
Term overlap(logic::TermManager& t, const PendingAccess& a, const PendingAccess& b);

} // namespace heddle::impact
