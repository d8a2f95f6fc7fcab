// Violations as conditions over guards and the order of events; see goals.h.
#include "engines/bounded/goals.h"

#include <algorithm>
#include <set>

namespace heddle::bounded {

std::vector<Goal> checkGoals(const Skeleton& s) {
  std::vector<Goal> goals;
  for (const Check& c : s.checks) goals.push_back({c.property, c.violated, c.step, none});
  return goals;
}

namespace {

class Races {
public:
  Races(const Skeleton& s, const Interference& i, logic::TermManager& t)
      : s_(s), i_(i), t_(t), depends_(s.accesses.size()) {
    std::set<EventIndex> seen;
    for (AccessId a = 0; a < s.accesses.size(); ++a) {
      if (isFlag(a)) continue;
      const Access& access = s.accesses[a];
      depends_[a] = !seen.insert(access.issue).second || access.guarded;
    }
  }

  RaceGoals find(const Budget& budget) {
    for (uint32_t g = 0; g < i_.groupCount(); ++g)
      for (size_t x = 0; x < i_.group(g).size(); ++x) {
        budget.check();
        for (size_t y = x + 1; y < i_.group(g).size(); ++y) pair(i_.group(g)[x], i_.group(g)[y]);
      }
    return std::move(found_);
  }

private:
  bool isFlag(AccessId a) const { return isLiveness(s_.accesses[a].targets.begin()->object); }

  bool mayRace(const Access& a, const Access& b) const {
    if (s_.steps[a.step].instance == s_.steps[b.step].instance || !(a.write || b.write)) return false;
    if (a.event == s_.finalEvent || b.event == s_.finalEvent) return false;
    const bool atomic = a.order != ccfg::MemOrder::Plain && b.order != ccfg::MemOrder::Plain;
    return !atomic && !(a.inSection && b.inSection) &&
           ccfg::analysis::mayAlias(a.targets, a.bytes, b.targets, b.bytes);
  }

  // Both are pending in the state before the earlier of the two if all that comes before one of them comes
  // before the other. An access that depends on what its own event reads is made first, so that it is the
  // state before it that lets it happen. If both do, no order shows such a state.
  void pair(PieceId x, PieceId y) {
    const Piece &px = i_.pieces()[x], &py = i_.pieces()[y];
    const Access &a = s_.accesses[px.access], &b = s_.accesses[py.access];
    if (!mayRace(a, b) || i_.locks().common(px.access, py.access)) return;
    const Term same = t_.eq(px.address, py.address);
    if (same.isFalse() || ordered(a.issue, b.issue) || ordered(b.issue, a.issue)) return;
    const bool dependsA = depends_[px.access], dependsB = depends_[py.access];
    if (dependsA && dependsB) {
      found_.unclear.push_back(t_.andOf(same, t_.andOf(reached(a), reached(b))));
      return;
    }
    if (t_.andOf(a.enabled, b.enabled).isFalse()) return;
    Term condition = t_.andOf(same, t_.andOf(a.enabled, b.enabled));
    condition = t_.andOf(condition, t_.andOf(startsBefore(a.issue, b.issue), startsBefore(b.issue, a.issue)));
    if (dependsA) condition = t_.andOf(condition, i_.before(a.issue, b.issue));
    if (dependsB) condition = t_.andOf(condition, i_.before(b.issue, a.issue));
    if (!condition.isFalse()) found_.goals.push_back({ccfg::Property::Race, condition, a.step, b.step});
  }

  // The thread gets to where the access may be made.
  Term reached(const Access& a) const {
    return a.inSection ? a.enabled : s_.nodes[s_.steps[a.step].from].guard;
  }

  // Something of a's thread before a surely comes after b: then the two are never pending at once.
  bool ordered(EventIndex a, EventIndex b) const {
    const EventIndex previous = i_.previous(a);
    return previous != none && i_.surelyBefore(b, previous);
  }
  Term startsBefore(EventIndex a, EventIndex b) const {
    const EventIndex previous = i_.previous(a);
    return previous == none ? t_.trueTerm() : i_.before(previous, b);
  }

  const Skeleton& s_;
  const Interference& i_;
  logic::TermManager& t_;
  std::vector<bool> depends_; // by access: its own event decides whether it is made, or where
  RaceGoals found_;
};

} // namespace

RaceGoals raceGoals(const Skeleton& s, const Interference& i, logic::TermManager& t, const Budget& budget) {
  return Races(s, i, t).find(budget);
}

Goal deadlockGoal(Skeleton& s) {
  logic::TermManager& t = *s.terms;
  const Term deadlock = t.var(t.newSymbol("deadlock", 1));
  std::vector<std::vector<Term>> restsIn(s.instances.size());
  std::vector<Term> any{t.notOf(deadlock)};
  for (const Wait& w : s.waits) {
    restsIn[w.instance].push_back(w.waits);
    any.push_back(w.waits);
  }
  for (InstanceId i = 0; i < s.instances.size(); ++i) {
    std::vector<Term> clause = restsIn[i];
    clause.push_back(t.notOf(deadlock));
    clause.push_back(t.notOf(s.instances[i].started));
    clause.push_back(s.instances[i].ended);
    s.clauses.push_back(std::move(clause));
  }
  s.clauses.push_back(std::move(any));
  return {ccfg::Property::Deadlock, deadlock, none, none};
}

// A set of threads each of which waits for one of the set has a cycle, since each waits for one only. The
// others may stop anywhere: what they do later can't help.
Goal partialDeadlockGoal(Skeleton& s) {
  logic::TermManager& t = *s.terms;
  const Term deadlock = t.var(t.newSymbol("deadlock", 1));
  std::vector<Term> member, any{t.notOf(deadlock)};
  for (size_t i = 0; i < s.instances.size(); ++i) member.push_back(t.var(t.newSymbol("stuck", 1)));
  std::vector<std::vector<Term>> why(s.instances.size());
  for (const Wait& w : s.waits) {
    if (!w.on || w.clear.isFalse()) continue;
    for (InstanceId j = 0; j < s.instances.size(); ++j) {
      const Term isIt = t.eq(w.on, t.constant(s.instances[j].number, w.on.width()));
      if (!isIt.isFalse())
        why[w.instance].push_back(t.andOf(t.andOf(w.waits, w.clear), t.andOf(isIt, member[j])));
    }
  }
  for (InstanceId i = 0; i < s.instances.size(); ++i) {
    why[i].push_back(t.notOf(member[i]));
    s.clauses.push_back(std::move(why[i]));
    any.push_back(member[i]);
  }
  s.clauses.push_back(std::move(any));
  return {ccfg::Property::Deadlock, deadlock, none, none};
}

} // namespace heddle::bounded
