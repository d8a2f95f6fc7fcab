// The rules of section 5 as Datalog: what loadorder.h deduces, written once. OrderMatrix evaluates them for
// the engine; Z3's Datalog engine is the cross-check.
//
// E, F, G, L, W are events, S and T stores. Inputs:
//   mhb(S, T)         if T happens, S has happened before (rules 1 and 2, by ccfg/analysis/mhb)
//   happened(S, E), notYet(E, S), before(E, F)      what is known of single events
//   reads(L, W)       the load L read what W wrote; overwriter(L, S): S surely writes the same cell, and is
//   not W occurrence(E, S)  E is of S; once(E, S): and S has no other together(E, F)    of one section;
//   keptOut(E, F, S): S is not made in it
// `contradiction` means that no execution has all this.
#pragma once

#include <string_view>

namespace heddle::modular {

inline constexpr std::string_view orderRules = R"(
  happened(S, F)  :- happened(S, E), before(E, F).
  notYet(E, S)    :- notYet(F, S), before(E, F).
  before(E, G)    :- before(E, F), before(F, G).
  happened(S, F)  :- occurrence(E, S), before(E, F).
  happened(T, E)  :- happened(S, E), mhb(T, S).

  before(W, L)    :- reads(L, W).
  happened(S, W)  :- reads(L, W), happened(S, L), overwriter(L, S).
  notYet(L, S)    :- reads(L, W), notYet(W, S), overwriter(L, S).

  before(W, E)    :- once(W, S), happened(S, E), other(W, E).
  before(E, W)    :- once(W, S), notYet(E, S), other(W, E).
  before(E, F)    :- happened(S, F), notYet(E, S).

  happened(S, E)  :- keptOut(E, F, S), happened(S, F).
  happened(S, F)  :- keptOut(E, F, S), happened(S, E).
  notYet(E, S)    :- keptOut(E, F, S), notYet(F, S).
  notYet(F, S)    :- keptOut(E, F, S), notYet(E, S).

  contradiction   :- before(E, E).
)";

} // namespace heddle::modular
