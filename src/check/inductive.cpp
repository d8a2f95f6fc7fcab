// Houdini over the facts of all locations; see inductive.h.
#include "check/inductive.h"

#include "ccfg/analysis/locks/locksets.h"
#include "check/symbolicstep.h"
#include "logic/solver.h"

#include <algorithm>

namespace heddle::check {

using ccfg::EdgeId;
using ccfg::LocId;
using ccfg::ThreadId;

namespace {

struct Fact {
  std::optional<engine::Bound> bound;
  std::optional<engine::Relation> relation; // neither: the location is never reached
  bool kept = true;

  bool isAboutMemory() const {
    return (bound && bound->place.object != ccfg::none) ||
           (relation && (relation->first.object != ccfg::none || relation->second.object != ccfg::none));
  }
  bool mentions(ccfg::ObjectId o) const {
    return (bound && bound->place.object == o) ||
           (relation && (relation->first.object == o || relation->second.object == o));
  }
};

class Checker {
public:
  Checker(const engine::Problem& problem, const Budget& budget)
      : p_(problem.program), asked_(problem.question.properties), budget_(budget),
        pointsTo_(problem.facts.pointsTo()), mhb_(problem.facts.mhb()), locksets_(problem.facts.locksets()),
        facts_(p_.locations.size()), written_(p_.edges.size()) {}

  Inductive run(const std::vector<engine::Invariant>& invariants);

private:
  struct Goal {
    Fact* fact;
    Term term;
  };

  void collect(const std::vector<engine::Invariant>& invariants);
  bool pass(); // true: nothing was dropped
  void checkStart();
  void checkStep(EdgeId e);
  void checkInterference(EdgeId e, LocId other);
  void countAssertions(Inductive& result);
  void prove(Symbolic& symbolic, const SymbolicState& s, std::vector<Goal> goals);
  bool assume(Symbolic& symbolic, LocId l, SymbolicState& s); // false: nobody is there
  std::vector<Goal> goalsAt(Symbolic& symbolic, LocId l, SymbolicState& s, bool memoryOnly);
  std::optional<Term> termOf(Symbolic& symbolic, const Fact& f, SymbolicState& s);
  bool meet(EdgeId e, LocId other) const;
  void drop(Fact& f) {
    f.kept = false;
    stable_ = false;
  }

  const ccfg::Program& p_;
  ccfg::PropertySet asked_;
  const Budget& budget_;
  const ccfg::analysis::PointsTo& pointsTo_;
  const ccfg::analysis::Mhb& mhb_;
  const ccfg::analysis::Locksets& locksets_;
  std::vector<std::vector<Fact>> facts_;             // by location
  std::vector<std::vector<ccfg::ObjectId>> written_; // by edge
  bool stable_ = true;
};

void Checker::collect(const std::vector<engine::Invariant>& invariants) {
  for (const engine::Invariant& i : invariants) {
    auto& here = facts_[i.location];
    if (!i.reachable) here.push_back({});
    for (const engine::Bound& b : i.bounds) here.push_back({b, std::nullopt});
    for (const engine::Relation& r : i.relations) here.push_back({std::nullopt, r});
  }
}

std::optional<Term> Checker::termOf(Symbolic& symbolic, const Fact& f, SymbolicState& s) {
  if (f.bound) return symbolic.fact(*f.bound, s);
  if (f.relation) return symbolic.fact(*f.relation, s);
  return symbolic.terms().falseTerm();
}

bool Checker::assume(Symbolic& symbolic, LocId l, SymbolicState& s) {
  for (const Fact& f : facts_[l]) {
    if (!f.kept) continue;
    const auto term = termOf(symbolic, f, s);
    if (term && term->isFalse()) return false;
    if (term) s.path.push_back(*term);
  }
  return true;
}

std::vector<Checker::Goal> Checker::goalsAt(Symbolic& symbolic, LocId l, SymbolicState& s, bool memoryOnly) {
  std::vector<Goal> goals;
  for (Fact& f : facts_[l]) {
    if (!f.kept || (memoryOnly && !f.isAboutMemory())) continue;
    const auto term = termOf(symbolic, f, s);
    if (!term)
      drop(f);
    else if (!term->isTrue())
      goals.push_back({&f, *term});
  }
  return goals;
}

// Asks for a state in which one of the goals is false, and drops those that are, until there is none.
void Checker::prove(Symbolic& symbolic, const SymbolicState& s, std::vector<Goal> goals) {
  if (goals.empty()) return;
  const auto solver = logic::makeSatSolver(symbolic.terms());
  for (Term t : s.path) solver->add(t);
  while (!goals.empty()) {
    Term all = symbolic.terms().trueTerm();
    for (const Goal& g : goals) all = symbolic.terms().andOf(all, g.term);
    const Term broken = symbolic.terms().notOf(all);
    const logic::Answer answer = solver->check(std::span(&broken, 1), budget_);
    if (answer == logic::Answer::Unsat) return;
    const auto fails = [&](const Goal& g) {
      return answer != logic::Answer::Sat || solver->value(g.term) == 0;
    };
    for (const Goal& g : goals)
      if (fails(g)) drop(*g.fact);
    std::erase_if(goals, [](const Goal& g) { return !g.fact->kept; });
  }
}

void Checker::checkStart() {
  Symbolic symbolic(p_, pointsTo_);
  SymbolicState s = symbolic.initialState();
  auto goals = goalsAt(symbolic, p_.threads[0].entry, s, false);
  prove(symbolic, s, std::move(goals));
}

void Checker::checkStep(EdgeId e) {
  Symbolic symbolic(p_, pointsTo_);
  const LocId from = p_.edges[e].from;
  SymbolicState s = symbolic.anyState(p_.locations[from].thread);
  if (!assume(symbolic, from, s)) return;
  SymbolicStep step = symbolic.step(std::move(s), e, asked_);
  written_[e] = step.written;
  for (SymbolicCheck& c : step.checks) {
    if (c.started == ccfg::none) continue;
    symbolic.startThread(c.before, c.started, c.arguments);
    // Memory is what it is after the whole step.
    if (step.after) c.before.bytes = step.after->bytes, c.before.path = step.after->path;
    auto goals = goalsAt(symbolic, p_.threads[c.started].entry, c.before, false);
    prove(symbolic, c.before, std::move(goals));
  }
  if (!step.after) return;
  auto goals = goalsAt(symbolic, p_.edges[e].to, *step.after, false);
  prove(symbolic, *step.after, std::move(goals));
}

// May another instance stand at the location when the edge is executed?
bool Checker::meet(EdgeId e, LocId other) const {
  const ThreadId mine = p_.locations[p_.edges[e].from].thread, its = p_.locations[other].thread;
  if (mine == its && !p_.threads[mine].repeatable) return false;
  if (p_.locations[other].atomic || locksets_.exclude(p_.edges[e].from, other)) return false;
  const auto& out = p_.out(other);
  return out.empty() || std::ranges::any_of(out, [&](EdgeId o) { return mhb_.mayRunInParallel(e, o); });
}

void Checker::checkInterference(EdgeId e, LocId other) {
  const auto isTouched = [&](const Fact& f) {
    return f.kept && std::ranges::any_of(written_[e], [&](ccfg::ObjectId o) { return f.mentions(o); });
  };
  if (std::ranges::none_of(facts_[other], isTouched) || !meet(e, other)) return;
  Symbolic symbolic(p_, pointsTo_);
  // One who stands still, then one who moves, on the same memory.
  SymbolicState s = symbolic.anyState(p_.locations[other].thread);
  if (!assume(symbolic, other, s)) return;
  const auto standing = s.registers;
  symbolic.anyRegisters(s, p_.locations[p_.edges[e].from].thread, "'");
  if (!assume(symbolic, p_.edges[e].from, s)) return;
  SymbolicStep step = symbolic.step(std::move(s), e, asked_);
  if (!step.after) return;
  for (const auto& [reg, value] : standing) step.after->registers[reg] = value;
  auto goals = goalsAt(symbolic, other, *step.after, true);
  prove(symbolic, *step.after, std::move(goals));
}

bool Checker::pass() {
  stable_ = true;
  checkStart();
  for (EdgeId e = 0; e < p_.edges.size() && !budget_.exhausted(); ++e) checkStep(e);
  for (EdgeId e = 0; e < p_.edges.size(); ++e) {
    if (written_[e].empty()) continue;
    for (LocId l = 0; l < p_.locations.size() && !budget_.exhausted(); ++l) checkInterference(e, l);
  }
  return stable_;
}

void Checker::countAssertions(Inductive& result) {
  for (EdgeId e = 0; e < p_.edges.size(); ++e) {
    Symbolic symbolic(p_, pointsTo_);
    const LocId from = p_.edges[e].from;
    SymbolicState s = symbolic.anyState(p_.locations[from].thread);
    const bool reached = assume(symbolic, from, s);
    for (const SymbolicCheck& c : symbolic.step(std::move(s), e, asked_).checks) {
      if (!c.condition) continue;
      ++result.assertions;
      const auto solver = logic::makeSatSolver(symbolic.terms());
      for (Term t : c.before.path) solver->add(t);
      solver->add(symbolic.terms().notOf(c.condition));
      result.implied += !reached || solver->check({}, budget_) == logic::Answer::Unsat;
    }
  }
}

Inductive Checker::run(const std::vector<engine::Invariant>& invariants) {
  Inductive result;
  collect(invariants);
  while (!budget_.exhausted() && !pass()) {
  }
  countAssertions(result);
  for (const auto& here : facts_) {
    result.facts += here.size();
    result.inductive += static_cast<size_t>(std::ranges::count_if(here, &Fact::kept));
  }
  result.finished = !budget_.exhausted().has_value();
  return result;
}

} // namespace

Inductive checkInductive(const engine::Problem& problem, const std::vector<engine::Invariant>& invariants,
                         const Budget& budget) {
  return Checker(problem, budget).run(invariants);
}

} // namespace heddle::check
