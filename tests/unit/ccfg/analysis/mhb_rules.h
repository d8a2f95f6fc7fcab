// Must-happen-before as Datalog: what Mhb computes with bit sets over few keys, written once over all events,
// by its opposite. missed(S, N): N may happen although S has not. Z3's Datalog engine is the cross-check.
//
// Nodes are edges, locations, starts and ends of threads, and groups of prior events (prior.h). Inputs:
//   start(N), event(S)   the start of main; everything that is asked about
//   any(N, M)            one of these came before N: the edges into a location, the forks of a start, the
//                        edges of a group
//   both(N, L, R)        L and R came before N: where an edge starts, and a group, and what both() joins
//   other(S, M)          they are different
#pragma once

#include <string_view>

namespace heddle::ccfg::analysis {

inline constexpr std::string_view mhbRules = R"(
  missed(S, N)  :- start(N), event(S).
  missed(S, N)  :- any(N, M), missed(S, M), other(S, M).
  missed(S, N)  :- both(N, L, R), missed(S, L), missed(S, R).

  wrong(S, N)   :- claimed(S, N), missed(S, N).
  confirmed(S, N) :- asked(S, N), missed(S, N).
)";

} // namespace heddle::ccfg::analysis
