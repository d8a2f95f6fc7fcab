// What all instances of one unwinding share: steps with their dominators, guards, atomic sections.
#include "engines/bounded/unwind.h"

#include "engines/bounded/unwinder.h"

#include <algorithm>

namespace heddle::bounded {

using logic::Op;

// ---- dominators: a tree that grows at its leaves, with jump pointers (skew-binary, so walks are
// logarithmic)

StepId Unwinding::newStep(InstanceId instance, ccfg::EdgeId e, NodeId from, StepId dominator) {
  Step s;
  s.instance = instance;
  s.edge = e;
  s.from = from;
  s.dominator = dominator;
  if (dominator != none) {
    const Step& up = skeleton.steps[dominator];
    s.depth = up.depth + 1;
    s.jump = dominator;
    if (up.jump != none) {
      const Step& over = skeleton.steps[up.jump];
      if (up.depth - over.depth == over.depth - (over.jump == none ? 0 : skeleton.steps[over.jump].depth) &&
          over.jump != none)
        s.jump = over.jump;
    }
  }
  skeleton.steps.push_back(std::move(s));
  return static_cast<StepId>(skeleton.steps.size() - 1);
}

EventIndex Unwinding::newEvent(StepId step) {
  skeleton.events.push_back({currentInstance, step});
  return static_cast<EventIndex>(skeleton.events.size() - 1);
}

void Unwinding::giveUp(EventIndex section, Term guard) {
  if (section == none || guard.isFalse()) return;
  sectionEnds[section].push_back(guard);
  sectionBreaks[section].push_back(guard);
}

EventIndex Unwinding::finalEvent() {
  if (skeleton.finalEvent == none) {
    skeleton.finalEvent = static_cast<EventIndex>(skeleton.events.size());
    skeleton.events.push_back({none, none});
  }
  return skeleton.finalEvent;
}

// ---- guards

namespace {

constexpr size_t maxConjuncts = 24;

void conjuncts(Term t, std::vector<Term>& into) {
  while (t.op() == Op::And && t.width() == 1 && into.size() < maxConjuncts) {
    const bool deepFirst = t.kid(0).op() == Op::And;
    into.push_back(t.kid(deepFirst ? 1 : 0));
    t = t.kid(deepFirst ? 0 : 1);
  }
  into.push_back(t);
  std::sort(into.begin(), into.end());
}

struct Split {
  Term common, a, b;
};

Split split(logic::TermManager& tm, Term a, Term b) {
  std::vector<Term> as, bs;
  conjuncts(a, as);
  conjuncts(b, bs);
  Split s{tm.trueTerm(), tm.trueTerm(), tm.trueTerm()};
  for (Term t : as)
    (std::binary_search(bs.begin(), bs.end(), t) ? s.common : s.a) =
        tm.andOf(std::binary_search(bs.begin(), bs.end(), t) ? s.common : s.a, t);
  for (Term t : bs)
    if (!std::binary_search(as.begin(), as.end(), t)) s.b = tm.andOf(s.b, t);
  return s;
}

} // namespace

// After a branch that both sides come out of, the condition of the branch is gone again.
Term Unwinding::disjoin(Term a, Term b) {
  if (a == b) return a;
  const Split s = split(terms(), a, b);
  return terms().andOf(s.common, terms().orOf(s.a, s.b));
}

Term Unwinding::tell(Term a, Term b) { return split(terms(), a, b).a; }

Skeleton unwind(const Facts& facts, ccfg::PropertySet properties, const Bounds& bounds,
                const Budget& budget) {
  Unwinding u{facts, properties, bounds, budget};
  unwindInstance(u, 0, none, u.terms().trueTerm(), {});
  u.memory.finish();
  for (const auto& [section, taken] : u.sectionTaken) {
    std::vector<Term> clause = u.sectionEnds[section];
    clause.push_back(u.terms().notOf(taken));
    u.clause(std::move(clause));
    Term complete = u.terms().trueTerm();
    for (Term broken : u.sectionBreaks[section])
      complete = u.terms().andOf(complete, u.terms().notOf(broken));
    u.skeleton.events[section].complete = complete;
  }
  u.skeleton.objects = u.memory.objects();
  return std::move(u.skeleton);
}

} // namespace heddle::bounded
