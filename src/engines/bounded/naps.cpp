// See naps.h.
#include "engines/bounded/naps.h"

namespace heddle::bounded {

void joinSlept(logic::TermManager& t, Slept& into, const Slept& from, Term isFrom) {
  if (into.woke == from.woke) { // the same copy of the place, so the registers were the same
    if (into.woke != none) into.idle = t.ite(isFrom, from.idle, into.idle);
  } else if (into.woke == none) {
    into = from;
    into.idle = t.andOf(isFrom, from.idle);
  } else if (from.woke == none) {
    into.idle = t.andOf(t.notOf(isFrom), into.idle);
  } else {
    into = {};
  }
}

bool napsAgain(Unwinding& u, ccfg::LocId place, State& state, StepId step) {
  if (!u.facts.naps[place] || state.slept.woke == none || state.slept.place != place) return false;
  logic::TermManager& t = u.terms();
  Term changed = t.notOf(state.slept.idle);
  for (size_t i = 0; i < state.registers.size(); ++i)
    changed = t.orOf(changed, t.ne(state.registers[i], state.slept.registers[i]));
  const Term again = t.andOf(state.guard, t.notOf(changed));
  if (again.isFalse()) return false;
  u.skeleton.naps.push_back({state.slept.woke, step, again});
  state.guard = t.andOf(state.guard, changed);
  return state.guard.isFalse();
}

std::vector<Term> observedNaps(const Skeleton& s, const Interference& i, logic::TermManager& t) {
  constexpr unsigned word = 4;
  std::vector<Term> observed;
  for (const Nap& nap : s.naps) {
    const Step &woke = s.steps[nap.woke], &sleeps = s.steps[nap.sleeps];
    if (woke.event == none || sleeps.event == none) continue; // nobody else can get at the mutex
    for (const Access& a : s.accesses) {
      if (s.steps[a.step].instance == sleeps.instance || a.event == s.finalEvent) continue;
      if (i.surelyBefore(a.event, woke.event) || i.surelyBefore(sleeps.event, a.event)) continue;
      const unsigned w = a.address.width();
      const Term overlap = t.orOf(t.ult(t.sub(a.address, sleeps.lock), t.constant(word, w)),
                                  t.ult(t.sub(sleeps.lock, a.address), t.constant(a.bytes, w)));
      const Term both = t.andOf(t.andOf(nap.again, a.enabled), overlap);
      if (both.isFalse()) continue;
      observed.push_back(
          t.andOf(both, t.andOf(i.before(woke.event, a.event), i.before(a.event, sleeps.event))));
    }
  }
  return observed;
}

} // namespace heddle::bounded
