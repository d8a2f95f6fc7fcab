// That nothing goes wrong at the nodes of a tree; see treecheck.h.
#include "check/treechecker.h"
#include "engine/assumptions.h"
#include "interp/pending.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::check {

using ccfg::Property;

namespace {

constexpr uint64_t fewValues = 64; // of an input, that are tried one by one

}

void TreeChecker::checkHazards(NodeId n, const GlobalStep& s, bool inTheMiddle) {
  for (const Hazard& h : s.hazards()) {
    if (h.kind == Hazard::Kind::Ends && !inTheMiddle) continue;
    if (isImpossible(n, h.condition)) continue;
    switch (h.kind) {
    case Hazard::Kind::Violation:
      reject(n, fmt::format("{} may be violated at edge {}", propertyName(h.property), s.edges().back()));
    case Hazard::Kind::Cutoff:
      engine::addAssumption(result_.recheck.assumptions, h.assumption);
      break;
    case Hazard::Kind::Ends:
      leaveOpen(fmt::format("the program may end in the middle of a step, at edge {}", s.edges().back()));
    case Hazard::Kind::Unfollowed:
      leaveOpen("the check does not follow " + h.assumption.text);
    }
  }
}

void TreeChecker::checkRaces(NodeId n) {
  if (!c_.properties.has(Property::Race)) return;
  const Everyone& all = *known_[n].everyone;
  for (uint32_t a = 1; a <= all.size(); ++a)
    for (uint32_t b = a + 1; b <= all.size(); ++b)
      for (ccfg::EdgeId x : p_.out(all[a - 1].at))
        for (ccfg::EdgeId y : p_.out(all[b - 1].at))
          if (!interp::inSection(p_, x) || !interp::inSection(p_, y))
            checkRace(n, step(n, a, {x}), step(n, b, {y}));
}

// Both are enabled, and two of their accesses meet.
void TreeChecker::checkRace(NodeId n, const GlobalStep& a, const GlobalStep& b) {
  Term meet = c_.terms.falseTerm();
  for (const GlobalAccess& x : a.accesses())
    for (const GlobalAccess& y : b.accesses())
      if (!x.atomic || !y.atomic) meet = c_.terms.orOf(meet, overlap(c_, x, y));
  std::vector<Term> query = a.path();
  query.insert(query.end(), b.path().begin(), b.path().end());
  query.push_back(meet);
  if (meet.isFalse() || isImpossible(n, query)) return;
  reject(n, fmt::format("edges {} and {} may race", a.edges()[0], b.edges()[0]));
}

void TreeChecker::checkDeadlock(NodeId n) {
  if (!c_.properties.has(Property::Deadlock)) return;
  const Everyone& all = *known_[n].everyone;
  const uint32_t only = holder(n);
  std::vector<Term> query;
  bool exact = true, allEnded = true;
  for (uint32_t k = 1; k <= all.size(); ++k) {
    if (p_.threads[p_.locations[all[k - 1].at].thread].exit == all[k - 1].at) continue;
    allEnded = false;
    if (only != 0 && only != k) continue;
    for (ccfg::EdgeId e : p_.out(all[k - 1].at)) query.push_back(blocked(step(n, k, {e}), exact));
  }
  if (allEnded || isImpossible(n, query)) return;
  if (exact) reject(n, "threads may wait for each other");
  engine::addAssumption(result_.recheck.assumptions, engine::inputsComeInTime());
}

Term TreeChecker::blocked(const GlobalStep& s, bool& exact) {
  Term all = s.waits();
  const auto isInput = [&](logic::SymbolId symbol) { return !c_.cellOf(c_.terms.var(symbol)); };
  const auto hasInput = [&](Term t) { return std::ranges::any_of(logic::symbolsOf(t), isInput); };
  for (const Chosen& c : s.chosen()) {
    if (!hasInput(all)) break;
    std::vector<uint64_t> values = {c.lo, c.hi};
    const bool few = c.hi - c.lo < fewValues;
    for (uint64_t v = c.lo + 1; few && v < c.hi; ++v) values.push_back(v);
    exact = exact && few;
    Term each = c_.terms.trueTerm();
    for (uint64_t v : values)
      each = c_.terms.andOf(each, c_.terms.substitute(all, [&](Term leaf) {
        return leaf == c.value ? c_.terms.constant(v, leaf.width()) : Term();
      }));
    all = each;
  }
  exact = exact && !hasInput(all);
  return all;
}

} // namespace heddle::check
