#include "engines/bounded/skeleton.h"

namespace heddle::bounded {

bool Skeleton::dominates(StepId above, StepId below) const {
  while (below != none && steps[below].depth > steps[above].depth) {
    const StepId jump = steps[below].jump;
    below = jump != none && steps[jump].depth >= steps[above].depth ? jump : steps[below].dominator;
  }
  return below == above;
}

StepId Skeleton::commonDominator(StepId a, StepId b) const {
  while (a != b) {
    if (a == none || b == none) return none;
    if (steps[a].depth < steps[b].depth) std::swap(a, b);
    const StepId jump = steps[a].jump;
    a = jump != none && steps[jump].depth > steps[b].depth ? jump : steps[a].dominator;
  }
  return a;
}

void Skeleton::rewrite(const std::function<Term(Term)>& f) {
  const auto all = [&](auto... terms) { ((*terms = f(*terms)), ...); };
  for (Node& n : nodes) all(&n.guard);
  for (Step& step : steps) {
    all(&step.taken, &step.lock);
    for (Choice& c : step.choices) all(&c.value);
  }
  for (Event& e : events) all(&e.complete);
  for (Access& a : accesses) all(&a.address, &a.value, &a.enabled, &a.condition, &a.block);
  for (Instance& i : instances) all(&i.started, &i.ended, &i.result);
  for (Join& j : joins) all(&j.executed, &j.handle, &j.result);
  for (Check& c : checks) all(&c.violated);
  for (Cut& c : cuts) all(&c.guard);
  for (auto& [taken, assumption] : restsOn) all(&taken);
  for (Wait& w : waits) all(&w.waits, &w.on, &w.clear);
  for (JoinProbe& p : joinProbes) all(&p.open, &p.handle);
  for (Nap& n : naps) all(&n.again);
  for (MemoryObject& o : objects) all(&o.size);
  for (auto& [address, byte] : uninitialised) all(&byte);
  for (std::vector<Term>& clause : clauses)
    for (Term& literal : clause) all(&literal);
}

} // namespace heddle::bounded
