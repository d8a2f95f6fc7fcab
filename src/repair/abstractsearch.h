// Algorithm 2 of Vechev, Yahav and Yorsh 2012 for one model of the formula: forward exploration of a program
// in an abstract domain, all threads at once, and then the invalid traces, backwards in the paper, here as a
// search for a short path.
//
// The domain is the powerset of section 7.1: states with the same locations and the same abstract values of
// the tracked variables are one, and all other values are joined. The sections of the model are in the
// program already (a copy with atomic sections), so that exploration is pruned by the formula.
//
// What is found here decides which sections are tried next, and nothing else: other engines have the last
// word on every repair.
#pragma once

#include "domains/closure.h"
#include "repair/avoid.h"
#include "support/budget.h"

#include "ccfg/transform/derived.h"

namespace heddle::repair {

struct Abstraction {
  domains::DomainKind domain = domains::DomainKind::Product;
  bool exact = false;                   // no abstraction: all variables are tracked, with all that is known
  std::vector<std::string> tracked;     // variables whose abstract values keep states apart
  std::vector<std::string> exactValues; // variables that the domain leaves alone; tracked, too
};

struct AbstractAnswer {
  bool safe = false;
  // Not safe: a trace in edges of the original, and what could have prevented it. An empty clause: only
  // traces that no section prevents go wrong.
  std::vector<TraceStep> trace;
  Avoided avoided;
  bool failsAlone = false; // also where no states are joined on the way
  std::string why;         // neither: why there is no answer
  size_t states = 0;
};

AbstractAnswer exploreAbstractly(const ccfg::transform::Derived& copy, const SectionMap& sections,
                                 const Abstraction& abstraction, ccfg::PropertySet properties,
                                 const Budget& budget);

} // namespace heddle::repair
