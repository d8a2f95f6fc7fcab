// From threads to a verdict: the fixpoint over interferences (Algorithms 2 and 3), and what it proves.
#include "engines/modular/modular.h"

#include "ccfg/invalid.h"
#include "engine/assumptions.h"
#include "engines/modular/combinations.h"
#include "engines/modular/invariants.h"
#include "engines/modular/pruning.h"
#include "engines/modular/races.h"
#include "support/error.h"

#include <array>
#include <ctime>

#include <fmt/format.h>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::Property;
using ccfg::ThreadId;
using engine::Verdict;

namespace {

constexpr std::array<std::pair<Sensitivity, std::string_view>, 4> sensitivityNames = {
    {{Sensitivity::Insensitive, "insensitive"},
     {Sensitivity::Combos, "combos"},
     {Sensitivity::Feasible, "feasible"},
     {Sensitivity::Optimized, "optimized"}}};

constexpr unsigned roundsBeforeWidening = 12;
constexpr int descendingRounds = 2;

// Of this thread: what the engine costs, however busy the machine is.
double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The fixpoint over all threads.
class Analysis {
public:
  Analysis(const Facts& facts, const Plan& plan, const ModularOptions& options, ccfg::PropertySet properties,
           const Budget& budget)
      : facts_(facts), protection_(facts),
        packs_(facts, options.domain == domains::DomainKind::Octagons, plan.useLocks), plan_(plan),
        options_(options), properties_(properties), budget_(budget), order_(facts),
        effects_(facts.program.threads.size()), stale_(facts.program.threads.size(), true) {
    interferences_.stores.resize(facts.sites.stores().size());
    interferences_.args.resize(facts.program.threads.size());
    interferences_.args[0] = std::vector<Value>();
    startGuards();
    for (const ccfg::Thread& t : facts.program.threads)
      interferences_.results.push_back(
          Value::of(Number::bottom(t.result == ccfg::none ? 32 : facts.program.regWidth(t.result))));
  }

  // False: out of budget.
  bool run();
  const std::vector<std::optional<Effects>>& effects() const {
    return effects_;
  } // by thread; none: not started
  std::vector<engine::Invariant> invariants(); // after run
  void statistics(Statistics& s);
  unsigned rounds() const { return rounds_; }

private:
  bool interpret(ThreadId t);
  bool publish(ThreadId t, const Effects& e, bool widening);
  bool descend();
  void startGuards();

  const Facts& facts_;
  Protection protection_;
  Packs packs_;
  const Plan& plan_;
  const ModularOptions& options_;
  ccfg::PropertySet properties_;
  const Budget& budget_;
  Order order_;
  Interferences interferences_;
  std::vector<std::optional<Effects>> effects_;
  std::vector<bool> stale_; // by thread: something that it depends on has changed
  unsigned rounds_ = 0;
  bool widened_ = false;
  uint64_t merges_ = 0, steps_ = 0;
};

bool Analysis::run() {
  for (bool changed = true; changed;) {
    changed = false;
    ++rounds_;
    for (ThreadId t = 0; t < facts_.program.threads.size(); ++t) {
      if (!interferences_.args[t] || !stale_[t]) continue;
      stale_[t] = false;
      if (!interpret(t)) return false;
      if (publish(t, *effects_[t], rounds_ > roundsBeforeWidening)) changed = true;
    }
  }
  return !widened_ || descend();
}

bool Analysis::interpret(ThreadId t) {
  ThreadTransfer transfer(facts_, protection_, packs_, plan_, order_, interferences_,
                          domains::Closure(options_.domain), properties_, t);
  Interpreter interpreter(facts_, transfer, t, options_.combinations, plan_, budget_);
  if (!interpreter.run()) return false;
  effects_[t] = interpreter.effects();
  merges_ += interpreter.merges();
  steps_ += interpreter.steps();
  return true;
}

std::vector<engine::Invariant> Analysis::invariants() {
  std::vector<engine::Invariant> all;
  for (ThreadId t = 0; t < facts_.program.threads.size(); ++t) {
    if (!effects_[t]) continue;
    ThreadTransfer transfer(facts_, protection_, packs_, plan_, order_, interferences_,
                            domains::Closure(options_.domain), properties_, t);
    Interpreter interpreter(facts_, transfer, t, options_.combinations, plan_, budget_);
    if (!interpreter.run()) return {};
    for (engine::Invariant& i : invariantsOf(facts_, interferences_, interpreter, t))
      all.push_back(std::move(i));
  }
  return all;
}

bool Analysis::publish(ThreadId from, const Effects& e, bool widening) {
  bool changed = false;
  const auto grow = [&](Value& old, const Value& v) {
    if (leq(v, old)) return false;
    widened_ = widened_ || widening;
    old = widening ? widen(old, v, facts_.thresholds) : join(old, v);
    changed = true;
    return true;
  };
  const auto growStore = [&](std::vector<Interference>& old, const Interference& i) {
    const bool grown = widening ? addWidening(old, i, facts_.thresholds) : add(old, i);
    widened_ = widened_ || (widening && grown);
    changed = changed || grown;
    return grown;
  };
  const auto wake = [&](ThreadId t) { stale_[t] = true; };
  for (const auto& [store, list] : e.stores) {
    bool grown = false;
    for (const Interference& i : list) grown = growStore(interferences_.stores[store], i) || grown;
    if (grown)
      for (CellId c : facts_.sites.stores()[store].cells)
        for (ThreadId reader : facts_.escape.accessors(facts_.memory.cells()[c].object)) wake(reader);
  }
  for (const auto& [guard, left] : e.guards) {
    auto& known = interferences_.guards[guard];
    if (known && leq(left, *known)) continue;
    widened_ = widened_ || (known && widening);
    known = !known ? left : widening ? domains::widen(*known, left) : domains::join(*known, left);
    changed = true;
    for (CellId c : packs_.guards()[guard].cells)
      for (ThreadId reader : facts_.escape.accessors(facts_.memory.cells()[c].object)) wake(reader);
  }
  for (const auto& [thread, args] : e.args) {
    auto& known = interferences_.args[thread];
    if (!known) {
      known = args;
      changed = true;
      wake(thread);
      continue;
    }
    for (size_t i = 0; i < args.size() && i < known->size(); ++i)
      if (grow((*known)[i], args[i])) wake(thread);
  }
  if (grow(interferences_.results[from], e.result)) stale_.assign(stale_.size(), true);
  return changed;
}

// Before anybody leaves a guard, the initial content is there; but where main starts inside it is its own.
void Analysis::startGuards() {
  interferences_.guards.assign(packs_.guards().size(), std::nullopt);
  for (GuardId g = 0; g < packs_.guards().size(); ++g) {
    if (packs_.isInside(g, facts_.program.threads[0].entry)) continue;
    Relation initial;
    for (CellId c : packs_.guards()[g].cells)
      initial.assign(variableOf(c), {}, plainNumber(facts_.memory.initial(c)));
    interferences_.guards[g] = initial;
  }
}

// Interferences once more from what they lead to, as in Interpreter::descend.
bool Analysis::descend() {
  for (int i = 0; i < descendingRounds; ++i) {
    for (auto& list : interferences_.stores) list.clear();
    startGuards();
    for (const auto& e : effects_) {
      if (!e) continue;
      for (const auto& [guard, left] : e->guards) {
        auto& known = interferences_.guards[guard];
        known = known ? domains::join(*known, left) : left;
      }
      for (const auto& [store, list] : e->stores) interferences_.stores[store] = list;
    }
    for (ThreadId t = 0; t < facts_.program.threads.size(); ++t)
      if (effects_[t] && !interpret(t)) return false;
  }
  return true;
}

void Analysis::statistics(Statistics& s) {
  s.set("modular.rounds", rounds_);
  s.set("modular.steps", static_cast<double>(steps_));
  s.set("modular.cells", static_cast<double>(facts_.memory.cells().size()));
  s.set("modular.loads", static_cast<double>(facts_.sites.loads().size()));
  s.set("modular.stores", static_cast<double>(facts_.sites.stores().size()));
  s.set("modular.order.queries", static_cast<double>(order_.queries()));
  s.set("modular.merges", static_cast<double>(merges_));
  if (plan_.checkOrder) listCombinations(facts_, order_, interferences_, s);
}

class Modular : public engine::Engine {
public:
  explicit Modular(const ModularOptions& options) : options_(options) {}
  std::string name() const override { return "modular"; }
  engine::Result run(const engine::Problem& problem, const Budget& budget,
                     const engine::ProgressSink& progress) override;

private:
  using AllEffects = std::vector<std::optional<Effects>>;

  static void judge(engine::Result& r, const engine::Problem& problem, const Facts& facts, const Plan& plan,
                    const AllEffects& effects);
  static void addAssumptions(engine::Result& r, const engine::Problem& problem, const Facts& facts,
                             const AllEffects& effects);

  ModularOptions options_;
};

engine::Result Modular::run(const engine::Problem& problem, const Budget& budget,
                            const engine::ProgressSink& progress) {
  engine::Result r;
  r.engine = name();
  r.asked = problem.question.properties;
  if (problem.question.memoryModel != ccfg::MemoryModel::Sc) {
    r.why = "modular supports only the memory model sc";
    return r;
  }
  if (progress) progress({"modular: interpreting threads"});
  const double start = processorSeconds();
  const auto spent = [&] {
    const std::optional<std::string> why = budget.exhausted();
    r.why = why.value_or("");
    return why.has_value();
  };
  const Facts facts(problem.facts);
  if (spent()) return r;
  const Plan plan = makePlan(facts, options_.sensitivity, r.asked, options_.invariants);
  if (spent()) return r;
  Analysis analysis(facts, plan, options_, r.asked, budget);
  const Log& log = problem.logs.of("modular");
  log.step("{} threads, {} cells, {} loads, {} stores", problem.program.threads.size(),
           facts.memory.cells().size(), facts.sites.loads().size(), facts.sites.stores().size());
  const bool done = analysis.run();
  analysis.statistics(r.statistics);
  log.step("{} after {} rounds", done ? "stable" : "not stable", analysis.rounds());
  r.statistics.set("modular.processor-seconds", processorSeconds() - start);
  if (!done) {
    r.why = budget.exhausted().value_or("out of time");
    return r;
  }
  judge(r, problem, facts, plan, analysis.effects());
  if (!options_.invariants) return r;
  // None: there was no time for them. To say nothing of main's start would be to say that it is not reached.
  if (auto invariants = analysis.invariants(); !invariants.empty()) r.evidence = std::move(invariants);
  return r;
}

Reached reachedBy(const Facts& facts, const Plan& plan, const std::vector<std::optional<Effects>>& effects) {
  const ccfg::Program& p = facts.program;
  Reached reached{std::vector<bool>(p.locations.size()), plan.skipped};
  for (const auto& e : effects) {
    if (!e) continue;
    for (ccfg::LocId l : e->locations) reached.locations[l] = true;
    for (EdgeId edge : e->accesses) reached.accesses[edge] = true;
  }
  return reached;
}

// Every property that was asked for must be proved; what is not looked into is not proved.
void Modular::judge(engine::Result& r, const engine::Problem& problem, const Facts& facts, const Plan& plan,
                    const AllEffects& effects) {
  const ccfg::Program& p = facts.program;
  std::string missing;
  const auto unproved = [&](Property property, const std::string& why) {
    r.proved.remove(property);
    if (missing.empty()) missing = why;
  };
  r.proved = r.asked;
  size_t failed = 0;
  for (const auto& e : effects) {
    if (!e) continue;
    failed += e->failures.size();
    for (const auto& [edge, op] : e->failures) {
      const auto& a = std::get<ccfg::Assert>(p.edges[edge].ops[op]);
      unproved(a.property, fmt::format("can't show at {}: {}", p.posString(p.edges[edge].pos), a.message));
    }
    if (r.asked.has(Property::Memory) && (!e->invalid.empty() || !e->nulls.empty()))
      unproved(Property::Memory, "not all memory accesses are shown to be valid");
  }
  const Reached reached = reachedBy(facts, plan, effects);
  if (r.asked.has(Property::Race))
    if (const auto race = possibleRace(facts, reached)) unproved(Property::Race, *race);
  if (r.asked.has(Property::Deadlock)) {
    const auto deadlock = problem.question.partialDeadlock ? "modular looks for deadlocks of all threads only"
                                                           : possibleDeadlock(facts, reached);
    if (deadlock) unproved(Property::Deadlock, *deadlock);
  }
  if (r.asked.has(Property::Atomicity)) unproved(Property::Atomicity, "modular does not check atomicity");
  size_t checks = 0;
  for (const ccfg::Edge& e : p.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto* a = std::get_if<ccfg::Assert>(&op); a != nullptr && r.asked.has(a->property)) ++checks;
  r.statistics.set("modular.checks", static_cast<double>(checks));
  r.statistics.set("modular.unproved", static_cast<double>(failed));
  r.why = missing;
  if (missing.empty()) r.verdict = Verdict::True;
  if (!r.proved.empty()) addAssumptions(r, problem, facts, effects);
}

// What a proof rests on.
void Modular::addAssumptions(engine::Result& r, const engine::Problem& problem, const Facts& facts,
                             const AllEffects& effects) {
  const ccfg::Program& p = facts.program;
  const auto mayTake = [&](EdgeId edge) {
    return std::ranges::any_of(effects, [&](const std::optional<Effects>& e) {
      return e && e->locations.contains(p.edges[edge].from);
    });
  };
  r.assumptions = engine::proofAssumptions(problem, engine::reachedBy(p, mayTake));
  for (const auto& e : effects) {
    if (!e) continue;
    for (ccfg::AssumptionId a : e->cutoffs) engine::addAssumption(r.assumptions, p.assumptions[a]);
    if (!r.asked.has(Property::Memory))
      for (EdgeId edge : e->nulls) engine::addAssumption(r.assumptions, ccfg::endsAtNull(p, edge));
    for (EdgeId edge : e->invalid) {
      ccfg::Assumption a;
      a.kind = ccfg::AssumptionKind::InvalidAccess;
      a.text = fmt::format("the memory access at {} is valid", p.posString(p.edges[edge].pos));
      a.missesBehaviours = true;
      engine::addAssumption(r.assumptions, a);
    }
  }
}

} // namespace

std::string_view sensitivityName(Sensitivity s) {
  for (const auto& [sensitivity, name] : sensitivityNames)
    if (sensitivity == s) return name;
  throw InternalError("a sensitivity without a name");
}

std::optional<Sensitivity> sensitivityFromName(std::string_view name) {
  for (const auto& [sensitivity, known] : sensitivityNames)
    if (known == name) return sensitivity;
  return std::nullopt;
}

std::unique_ptr<engine::Engine> makeModular(const ModularOptions& options) {
  return std::make_unique<Modular>(options);
}

} // namespace heddle::modular
