// What is looked for: the ways in which the properties asked for may be violated (Sinha and Wang 2011,
// section 3.2).
#pragma once

#include "engines/bounded/interference.h"

namespace heddle::bounded {

struct Goal {
  ccfg::Property property;
  Term condition;
  StepId step = none;  // where it shows; deadlock: none
  StepId other = none; // race: the second access
};

// Conditions at single steps: assertions, lock misuse, memory, overflow.
std::vector<Goal> checkGoals(const Skeleton& s);
// Two accesses that are both about to be made.
struct RaceGoals {
  std::vector<Goal> goals;
  std::vector<Term> unclear; // two accesses may meet of which it can't be told whether both are pending
};
// These throw OutOfBudget.
RaceGoals raceGoals(const Skeleton& s, const Interference& i, logic::TermManager& t, const Budget& budget);
// Three accesses to one place: two of one marked block, and one of another thread between them.
std::vector<Goal> atomicityGoals(const Skeleton& s, const Interference& i, logic::TermManager& t,
                                 const Budget& budget);
// All threads have ended or wait, and one waits.
Goal deadlockGoal(Skeleton& s);
// Some threads wait for each other, whatever the others do.
Goal partialDeadlockGoal(Skeleton& s);

} // namespace heddle::bounded
