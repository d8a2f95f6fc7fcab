// Waiting on a condition variable with spurious wake-ups: rounds that need not be unwound.
//
// `while (!c) pthread_cond_wait(&v, &m)` may sleep and wake by itself as often as it likes; no bound would be
// complete. A nap is such a sleep: the thread releases the mutex, does not enter the set of those that a
// signal may wake, and takes the mutex again. A thread that comes to the place where it naps a second time
// with the same registers, having changed nothing meanwhile but the mutex, has made a round for nothing:
//
//     sleeps ........ takes m, finds !c, releases m ........ sleeps .......
//           t1       t2                            t3       t3            t4
//
// Let e be an execution with a violation at its end and such a round, and e' the same without what the thread
// did from t2 to t3. In e' the thread sleeps from t1 to t4, and ends up in the same place, with the same
// registers and memory.
//   - The other threads make the same steps in e': all that is different for them is that m is free from t2
//   to t3. No
//     lock is taken that was not, since they make the steps of e, and none fails to be taken. But someone
//     might look at m meanwhile and see that it is held (trylock), release it, or destroy it. That nobody
//     accesses m from t2 to t3 is asked of the solver before a proof is believed (`observed`); without the
//     rounds that are left out, for the first access of that kind ends an execution from which earlier rounds
//     can be taken out as here.
//   - The violation is the same: assertions and invalid accesses are those of steps that both have. One
//   within the
//     round itself, from t2 to t3, ends e before t3: that round is not a second arrival, and is not left out.
//     The same goes for a race with a read of the round, for it shows while the read is pending. A deadlock
//     is a state in which the thread stands still: at t3 it can't, and where it sleeps it does so in e' as
//     well. An access that matters to a marked block counts as a change (StepRun::countsInBlocks).
// Each round that is taken out makes the execution shorter, so in the end there is one without such rounds.
#pragma once

#include "engines/bounded/interference.h"
#include "engines/bounded/unwinder.h"

namespace heddle::bounded {

// Where two paths meet. `isFrom` tells the second from the first.
void joinSlept(logic::TermManager& t, Slept& into, const Slept& from, Term isFrom);
// A thread arrives by a step at a place where it naps. True: it surely has made a round for nothing.
bool napsAgain(Unwinding& u, ccfg::LocId place, State& state, StepId step);
// Another thread accesses the mutex while the round is made that was left out: one of these.
std::vector<Term> observedNaps(const Skeleton& s, const Interference& i, logic::TermManager& t);

} // namespace heddle::bounded
