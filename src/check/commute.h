// Do two steps of different instances commute? A small test of its own for the check of trees: what keeps two
// steps in order is an atomic section, the numbers that forks give, a join and the end of a thread, or memory
// that both access and one of them writes.
#pragma once

#include "check/globalstep.h"

namespace heddle::check {

// Both steps are executed from the same state. Gives the condition on that state under which `first`, and
// then the step that begins with `second`, may be something else than the other way round: an access of one
// meets one of the other. Nothing: they may whatever the state.
//
// Accesses that `isLocal` says concern one instance alone are left out where their addresses are not
// constant. `ends`: where the step that begins with `second` may end.
std::optional<Term> meeting(GlobalContext& c, const GlobalStep& first, const GlobalStep& second,
                            const std::vector<ccfg::LocId>& ends,
                            const std::function<bool(ccfg::EdgeId)>& isLocal);

// Some byte is accessed by both, at least one of them writing.
Term overlap(GlobalContext& c, const GlobalAccess& a, const GlobalAccess& b);

} // namespace heddle::check
