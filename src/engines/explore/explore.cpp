// From options to a search, and from its result to a verdict.
#include "engines/explore/explore.h"

#include "ccfg/analysis/memory/accesses.h"
#include "ccfg/atomicblocks.h"
#include "engine/assumptions.h"
#include "engines/explore/minimise.h"
#include "engines/explore/persistent.h"
#include "engines/explore/racecheck.h"
#include "engines/explore/search.h"
#include "interp/storebuffer.h"
#include "support/error.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace heddle::explore {

using ccfg::Property;
using engine::Verdict;

namespace {

constexpr std::array<std::pair<Reduction, std::string_view>, 4> reductionNames = {
    {{Reduction::None, "none"},
     {Reduction::Local, "local"},
     {Reduction::Persistent, "persistent"},
     {Reduction::Optimistic, "optimistic"}}};

// What the reductions need, as far as the options ask for it.
struct Reducer {
  Reducer(interp::Machine& machine, const ccfg::analysis::Facts& facts, const ExploreOptions& options)
      : contention(machine.code(), facts.accesses()),
        independence(machine, facts.pointsTo(), facts.accesses(),
                     options.reduction == Reduction::Optimistic ? &contention : nullptr) {
    const ccfg::analysis::Escape& escape = facts.escape();
    if (machine.properties().has(Property::Race)) races.emplace(machine, escape, facts.accesses());
    if (options.reduction >= Reduction::Persistent) {
      choice = std::make_unique<PersistentSets>(machine.code(), independence);
      runOn = std::make_unique<RunOnAlone>(machine.code(), escape, independence);
    } else {
      choice = std::make_unique<AllThreads>();
      runOn = std::make_unique<RunOnLocally>(machine.code(), escape);
    }
  }

  Contention contention;
  Independence independence;
  std::optional<RaceCheck> races;
  std::unique_ptr<ThreadChoice> choice;
  std::unique_ptr<RunOn> runOn;
};

// A thread that waits for another's end while it keeps all others from moving is stuck or not depending on
// how far the other got: its join depends on every step that ends a thread. No reduction reckons with that.
bool joinsInSection(const ccfg::Program& p) {
  for (const ccfg::Edge& e : p.edges)
    for (const ccfg::Operation& op : e.ops)
      if (std::holds_alternative<ccfg::Join>(op) && (p.locations[e.from].atomic || p.locations[e.to].atomic))
        return true;
  return false;
}

ccfg::Assumption boundedBuffers() {
  ccfg::Assumption a;
  a.kind = ccfg::AssumptionKind::StoreBuffer;
  a.text = fmt::format("at most {} stores of a thread are pending", interp::maxBuffered);
  a.missesBehaviours = true;
  return a;
}

class Explore : public engine::Engine {
public:
  explicit Explore(const ExploreOptions& options) : options_(options) {}
  std::string name() const override { return "explore"; }
  engine::Result run(const engine::Problem& problem, const Budget& budget,
                     const engine::ProgressSink& progress) override;

private:
  static void conclude(engine::Result& r, const engine::Problem& problem, const interp::Machine& machine,
                       SearchResult found, Notes& notes);

  ExploreOptions options_;
};

engine::Result Explore::run(const engine::Problem& problem, const Budget& budget,
                            const engine::ProgressSink& progress) {
  const ccfg::Program& p = problem.program;
  const engine::Question& question = problem.question;
  const Budget::Clock::time_point start = Budget::Clock::now();
  const interp::Code& code = problem.code();
  interp::Machine machine(code, question.properties);
  Notes notes(p);
  ExploreOptions options = options_;
  if (code.hasBuffers()) options.reduction = std::min(options.reduction, Reduction::Local);
  // Who can still move is asked of all states, which needs all threads' steps.
  if (question.asksPartialDeadlock()) options.reduction = std::min(options.reduction, Reduction::Local);
  // What is watched of a block depends on more than memory.
  if (question.properties.has(Property::Atomicity) && ccfg::hasBlocks(p))
    options.reduction = std::min(options.reduction, Reduction::Persistent);
  if (joinsInSection(p)) options.reduction = Reduction::None;
  AllThreads everyone;
  std::optional<Reducer> reducer;
  if (options.reduction != Reduction::None) reducer.emplace(machine, problem.facts, options);
  RaceCheck* races = reducer && reducer->races ? &*reducer->races : nullptr;
  Stepper stepper(machine, reducer ? reducer->runOn.get() : nullptr, races, notes);
  Contention* contention = options.reduction == Reduction::Optimistic ? &reducer->contention : nullptr;
  SearchResult found;
  double searches = 0;
  do {
    if (found.contended) contention->startAgain();
    Search search(machine, stepper, races, reducer ? *reducer->choice : everyone, contention,
                  options.reduction, question.asksPartialDeadlock());
    found = search.run(budget, progress);
    ++searches;
  } while (found.contended && !found.counterexample && found.why.empty());
  const size_t firstSteps = found.counterexample ? found.counterexample->steps.size() : 0;
  MinimiseLimits limits;
  limits.moves.partialDeadlock = question.partialDeadlock;
  if (found.counterexample && options_.shorten && !found.stuck)
    found.counterexample = minimise(machine, stepper, races, *found.counterexample, limits, budget);
  if (found.counterexample) found.counterexample->memoryModel = question.memoryModel;
  stepper.noteChoices();
  if (machine.bufferWasFull()) notes.add(boundedBuffers());

  engine::Result r;
  r.engine = name();
  r.asked = question.properties;
  const double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
  r.statistics.set("explore.states", static_cast<double>(found.states));
  r.statistics.set("explore.transitions", static_cast<double>(found.transitions));
  r.statistics.set("explore.executedEdges", static_cast<double>(stepper.executed()));
  r.statistics.set("explore.maxDepth", static_cast<double>(found.depth));
  r.statistics.set("explore.memoryBytes", static_cast<double>(found.memoryBytes));
  r.statistics.set("explore.seconds", seconds);
  r.statistics.set("explore.statesPerSecond", seconds > 0 ? static_cast<double>(found.states) / seconds : 0);
  if (contention) {
    r.statistics.set("explore.searches", searches);
    r.statistics.set("explore.contendedCells", static_cast<double>(contention->cells()));
  }
  if (firstSteps != 0) r.statistics.set("explore.stepsBeforeShortening", static_cast<double>(firstSteps));
  conclude(r, problem, machine, std::move(found), notes);
  return r;
}

void Explore::conclude(engine::Result& r, const engine::Problem& problem, const interp::Machine& machine,
                       SearchResult found, Notes& notes) {
  const ccfg::Program& p = problem.program;
  for (const ccfg::Assumption& a : found.counterexample ? engine::modelAssumptions(p, *found.counterexample)
                                                        : engine::modelAssumptions(p, machine.reliedOn()))
    notes.add(a);
  if (found.counterexample) {
    r.verdict = Verdict::False;
    r.evidence = std::move(*found.counterexample);
  } else if (!found.finished) {
    r.why = fmt::format("{}; nothing found in {} states so far", found.why, found.states);
  } else {
    r.verdict = Verdict::True;
    r.proved = r.asked;
  }
  if (r.verdict != Verdict::False) {
    if (const auto weak = engine::weakAtomics(problem)) notes.add(*weak);
    // Only if `memory` is asked for do states tell what was freed.
    const ccfg::EdgeId stale =
        r.asked.has(Property::Memory) ? machine.staleComparison() : engine::staleComparison(problem);
    if (stale != ccfg::none) notes.add(engine::addressReuse(p, stale));
  }
  r.assumptions = notes.all();
}

} // namespace

std::string_view reductionName(Reduction r) {
  for (const auto& [reduction, name] : reductionNames)
    if (reduction == r) return name;
  throw InternalError("a reduction without a name");
}

std::optional<Reduction> reductionFromName(std::string_view name) {
  for (const auto& [reduction, known] : reductionNames)
    if (known == name) return reduction;
  return std::nullopt;
}

std::unique_ptr<engine::Engine> makeExplore(const ExploreOptions& options) {
  return std::make_unique<Explore>(options);
}

} // namespace heddle::explore
