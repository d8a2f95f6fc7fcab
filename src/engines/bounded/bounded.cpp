// From bounds to a verdict: unwind, encode, solve; a search that finds nothing is a proof only if no
// execution goes on beyond the bound.
#include "engines/bounded/bounded.h"

#include "engine/assumptions.h"
#include "engines/bounded/follow.h"
#include "engines/bounded/naps.h"
#include "engines/bounded/refine.h"
#include "engines/bounded/toschedule.h"
#include "engines/bounded/unwind.h"
#include "interp/shorten.h"
#include "support/error.h"

#include <array>
#include <chrono>

#include <fmt/format.h>

namespace heddle::bounded {

using ccfg::Property;
using engine::Verdict;
using logic::Answer;

namespace {

constexpr std::array<std::pair<Strategy, std::string_view>, 5> strategyNames = {{{Strategy::Auto, "auto"},
                                                                                 {Strategy::Full, "full"},
                                                                                 {Strategy::Oia, "oia"},
                                                                                 {Strategy::Uia, "uia"},
                                                                                 {Strategy::Mia, "mia"}}};

// One program unwound to one set of bounds, in a solver.
class Round {
public:
  Round(const Facts& facts, const engine::Problem& problem, const Bounds& bounds,
        const BoundedOptions& options, const Budget& budget)
      : facts_(facts), question_(problem.question), log_(problem.logs.of("bounded")), options_(options),
        budget_(budget), skeleton_(unwind(facts, question_.properties, bounds, budget)),
        solver_(makeSolver()), interference_(facts, skeleton_, *solver_,
                                             {options.prune, options.lockValues, options.lockOrder}, budget),
        goals_(findGoals()), refinement_(skeleton_, interference_, *solver_, options, log_, budget) {}

  Answer violation() {
    return solve(conditionsOf(goals_),
                 {[this] { return followCandidate(); }, [this] { return findWitness(); }});
  }
  std::string reason() const { return solver_->reason(); }
  // After a violation was found.
  Witness witness() {
    if (!witness_.schedule) findWitness();
    return std::move(witness_);
  }
  bool approximate() const { return skeleton_.approximate; }

  // Can an execution go on beyond the bound?
  Answer beyond() {
    std::vector<Term> conditions;
    for (const Cut& c : skeleton_.cuts)
      if (c.cycle != none) conditions.push_back(c.guard);
    return solve(conditions);
  }
  // After `beyond` was answered by Sat: the cycles that do.
  std::vector<uint32_t> cyclesBeyond() {
    std::vector<uint32_t> cycles;
    for (const Cut& c : skeleton_.cuts)
      if (c.cycle != none && solver_->value(c.guard) != 0) cycles.push_back(c.cycle);
    return cycles;
  }
  // Of the program's assumptions, those of edges that an execution may take.
  engine::Reached reached();
  // What the absence of violations rests on besides.
  std::vector<ccfg::Assumption> assumptions();
  void statistics(Statistics& s) const;

private:
  std::unique_ptr<logic::Solver> makeSolver() const {
    logic::SatOptions sat;
    sat.manyChecks = options_.strategy != Strategy::Full && options_.strategy != Strategy::Auto;
    auto solver =
        options_.z3 ? logic::makeZ3Solver(*skeleton_.terms) : logic::makeSatSolver(*skeleton_.terms, sat);
    solver->limit(budget_);
    return solver;
  }
  std::vector<Goal> findGoals();
  bool findWitness(); // in the solver's model
  bool followCandidate();
  std::vector<Term> conditionsOf(const std::vector<Goal>& goals) const {
    std::vector<Term> conditions;
    for (const Goal& g : goals) conditions.push_back(g.condition);
    return conditions;
  }
  Answer solve(const std::vector<Term>& oneOf, const Trials& trials = {});

  const Facts& facts_;
  const engine::Question& question_;
  const Log& log_;
  const BoundedOptions& options_;
  const Budget& budget_;
  Skeleton skeleton_;
  std::unique_ptr<logic::Solver> solver_;
  Interference interference_;
  std::vector<Term> unclearRaces_;
  std::vector<Goal> goals_;
  Refinement refinement_;
  Witness witness_;
};

std::vector<Goal> Round::findGoals() {
  std::vector<Goal> goals = checkGoals(skeleton_);
  if (question_.properties.has(Property::Race)) {
    RaceGoals races = raceGoals(skeleton_, interference_, *skeleton_.terms, budget_);
    for (Goal& g : races.goals) goals.push_back(std::move(g));
    unclearRaces_ = std::move(races.unclear);
  }
  if (question_.properties.has(Property::Atomicity))
    for (Goal& g : atomicityGoals(skeleton_, interference_, *skeleton_.terms, budget_))
      goals.push_back(std::move(g));
  if (question_.properties.has(Property::Deadlock)) goals.push_back(deadlockGoal(skeleton_));
  if (question_.asksPartialDeadlock()) goals.push_back(partialDeadlockGoal(skeleton_));
  return goals;
}

Answer Round::solve(const std::vector<Term>& oneOf, const Trials& trials) {
  std::vector<Term> open;
  for (Term c : oneOf)
    if (!c.isFalse()) open.push_back(c);
  return open.empty() ? Answer::Unsat : refinement_.solve(open, budget_, trials);
}

bool Round::findWitness() {
  for (const Goal& g : goals_) {
    if (solver_->value(g.condition) == 0) continue;
    witness_ = makeWitness(skeleton_, interference_, *solver_, g, question_.properties);
    if (witness_.schedule) return true;
    log_.detail("  no execution: {}", witness_.problem);
  }
  return false;
}

bool Round::followCandidate() {
  const auto shown =
      std::ranges::find_if(goals_, [&](const Goal& g) { return solver_->value(g.condition) != 0; });
  HEDDLE_CHECK(shown != goals_.end(), "a candidate shows a violation");
  witness_.schedule = follow(skeleton_, interference_, *solver_, *shown, question_.properties);
  if (witness_.schedule) log_.detail("  an execution along the candidate violates a property");
  return witness_.schedule.has_value();
}

engine::Reached Round::reached() {
  std::map<ccfg::AssumptionId, std::vector<Term>> taken;
  for (const auto& [condition, assumption] : skeleton_.restsOn) taken[assumption].push_back(condition);
  engine::Reached result(facts_.program.assumptions.size(), false);
  for (const auto& [assumption, conditions] : taken) // no proof breaks by one that misses nothing
    result[assumption] =
        !facts_.program.assumptions[assumption].missesBehaviours || solve(conditions) != Answer::Unsat;
  return result;
}

std::vector<ccfg::Assumption> Round::assumptions() {
  std::vector<ccfg::Assumption> result;
  std::map<std::pair<ccfg::AssumptionKind, std::string>, std::vector<const Cut*>> cuts;
  for (const Cut& c : skeleton_.cuts) // of those that no proof breaks by, one is told
    if (c.cycle == none)
      cuts[{c.assumption.kind, c.assumption.missesBehaviours ? c.assumption.text : ""}].push_back(&c);
  for (const auto& [key, places] : cuts) {
    std::vector<Term> conditions;
    for (const Cut* c : places) conditions.push_back(c->guard);
    const Answer answer = solve(conditions);
    if (answer == Answer::Unsat) continue;
    const auto met = std::ranges::find_if(
        places, [&](const Cut* c) { return answer == Answer::Sat && solver_->value(c->guard) != 0; });
    result.push_back((met == places.end() ? places.front() : *met)->assumption);
  }
  if (question_.properties.has(Property::Deadlock) && skeleton_.waitsInexact) {
    ccfg::Assumption a;
    a.text = "threads that wait in an atomic section, or for an input, are assumed to go on";
    a.missesBehaviours = true;
    result.push_back(a);
  }
  if (question_.asksPartialDeadlock() && skeleton_.idles && !skeleton_.waits.empty()) {
    ccfg::Assumption a;
    a.text = "unless threads wait for each other, no thread waits forever while others run without end";
    a.missesBehaviours = true;
    result.push_back(a);
  }
  if (solve(unclearRaces_) != Answer::Unsat) {
    ccfg::Assumption a;
    a.text = "actions that wait for a value don't race with accesses inside an atomic section";
    a.missesBehaviours = true;
    result.push_back(a);
  }
  if (solve(observedNaps(skeleton_, interference_, *skeleton_.terms)) != Answer::Unsat) {
    ccfg::Assumption a;
    a.text = "no thread tries or misuses a mutex between two spurious wake-ups of another thread";
    a.missesBehaviours = true;
    result.push_back(a);
  }
  return result;
}

void Round::statistics(Statistics& s) const {
  s.set("bounded.threads", static_cast<double>(skeleton_.instances.size()));
  s.set("bounded.events", static_cast<double>(skeleton_.events.size()));
  s.set("bounded.reads", static_cast<double>(interference_.reads().size()));
  s.set("bounded.writes", static_cast<double>(interference_.writeCount()));
  s.set("bounded.locks", static_cast<double>(interference_.locks().lockCount()));
  s.set("bounded.sections", static_cast<double>(interference_.locks().sections().size()));
  s.set("bounded.reads.guarded", static_cast<double>(interference_.guarded().resolvedReads()));
  s.set("bounded.words.guarded", static_cast<double>(interference_.guarded().words()));
  s.set("bounded.words.tied", static_cast<double>(refinement_.tied()));
  s.set("bounded.links.average", interference_.averageLinks());
  s.set("bounded.goals", static_cast<double>(goals_.size()));
  s.set("bounded.ia.W", static_cast<double>(refinement_.sizeW()));
  s.set("bounded.ia.Lambda", static_cast<double>(refinement_.sizeLambda()));
  s.set("bounded.ia.Sigma", static_cast<double>(refinement_.sizeSigma()));
  s.set("bounded.iterations", static_cast<double>(refinement_.iterations()));
  const Statistics solving = solver_->statistics();
  for (const auto& [name, value] : solving.entries()) s.set(name, value);
}

class Bounded : public engine::Engine {
public:
  explicit Bounded(const BoundedOptions& options) : options_(options) {}
  std::string name() const override { return "bounded"; }
  engine::Result run(const engine::Problem& problem, const Budget& budget,
                     const engine::ProgressSink& progress) override;

private:
  // True: the result is final. False: the bounds were raised.
  bool search(engine::Result& r, const engine::Problem& problem, const Facts& facts, Bounds& bounds,
              const Budget& budget);
  void found(engine::Result& r, const engine::Problem& problem, Round& round, const Budget& budget) const;
  void nothingFound(engine::Result& r, const engine::Problem& problem, Round& round) const;

  BoundedOptions options_;
};

engine::Result Bounded::run(const engine::Problem& problem, const Budget& budget,
                            const engine::ProgressSink& progress) {
  engine::Result r;
  r.engine = name();
  r.asked = problem.question.properties;
  const Facts facts(problem);
  Bounds bounds;
  bounds.standard = options_.unwind != 0 ? options_.unwind : 1;
  if (options_.unwind != 0) bounds.decided = 1024;
  std::string reached;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  for (unsigned round = 1;; ++round) {
    r.statistics.set("bounded.rounds", round);
    r.statistics.set("bounded.msBeforeLastRound",
                     std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    if (progress)
      progress({fmt::format("bounded: round {}, cycles unwound {} times or more", round, bounds.standard)});
    try {
      if (search(r, problem, facts, bounds, budget)) break;
    } catch (const OutOfBudget& e) {
      r.why = e.why;
      break;
    }
    reached = fmt::format("; nothing found within {} iterations of each cycle", bounds.standard);
  }
  if (r.verdict == Verdict::Unknown && !r.why.empty()) r.why += reached;
  r.statistics.set("bounded.unwind", bounds.standard);
  return r;
}

bool Bounded::search(engine::Result& r, const engine::Problem& problem, const Facts& facts, Bounds& bounds,
                     const Budget& budget) {
  Round round(facts, problem, bounds, options_, budget);
  Answer answer = round.violation();
  round.statistics(r.statistics);
  if (answer == Answer::Sat) {
    found(r, problem, round, budget);
    return true;
  }
  if (answer == Answer::Unsat) {
    answer = round.beyond();
    if (answer == Answer::Unsat) {
      nothingFound(r, problem, round);
      return true;
    }
  }
  if (answer != Answer::Sat) {
    r.why = round.reason();
    return true;
  }
  if (options_.unwind != 0) {
    r.why = fmt::format("nothing found within {} iterations of each cycle, but executions exceed this bound",
                        options_.unwind);
    return true;
  }
  for (uint32_t c : round.cyclesBeyond()) bounds.of[c] = bounds.at(c) * 2;
  return false;
}

void Bounded::found(engine::Result& r, const engine::Problem& problem, Round& round,
                    const Budget& budget) const {
  Witness w = round.witness();
  if (!w.schedule) {
    HEDDLE_CHECK(round.approximate() || options_.preset == Preset::ControlState,
                 "a counterexample can't be executed: " + w.problem);
    r.why = "a counterexample depends on values that are not modelled exactly: " + w.problem;
    return;
  }
  r.verdict = Verdict::False;
  r.statistics.set("bounded.stepsBeforeShortening", static_cast<double>(w.schedule->steps.size()));
  r.evidence = std::move(*w.schedule);
  if (options_.shorten) {
    interp::Machine machine(problem.code(), r.asked);
    interp::ShortenLimits limits;
    limits.partialDeadlock = problem.question.partialDeadlock;
    r.evidence = interp::shorten(machine, *r.counterexample(), limits, budget);
  }
  r.assumptions = engine::modelAssumptions(problem.program, *r.counterexample());
}

void Bounded::nothingFound(engine::Result& r, const engine::Problem& problem, Round& round) const {
  r.verdict = Verdict::True;
  r.proved = r.asked;
  r.assumptions = engine::modelAssumptions(problem.program, round.reached());
  for (const ccfg::Assumption& a : round.assumptions()) engine::addAssumption(r.assumptions, a);
  if (const auto weak = engine::weakAtomics(problem)) engine::addAssumption(r.assumptions, *weak);
  if (options_.preset == Preset::Serial) {
    r.verdict = Verdict::Unknown;
    r.proved = {};
    r.why = "only serial executions were checked";
  }
}

} // namespace

std::string_view strategyName(Strategy s) {
  for (const auto& [strategy, name] : strategyNames)
    if (strategy == s) return name;
  throw InternalError("a strategy without a name");
}

std::optional<Strategy> strategyFromName(std::string_view name) {
  for (const auto& [strategy, known] : strategyNames)
    if (known == name) return strategy;
  return std::nullopt;
}

std::unique_ptr<engine::Engine> makeBounded(const BoundedOptions& options) {
  return std::make_unique<Bounded>(options);
}

} // namespace heddle::bounded
