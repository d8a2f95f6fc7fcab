// From a program to a search, and from its result to a verdict.
#include "engines/impact/impact.h"

#include "ccfg/analysis/graph/liveness.h"
#include "ccfg/analysis/memory/escape.h"
#include "ccfg/analysis/memory/reuse.h"
#include "ccfg/analysis/order/handles.h"
#include "ccfg/atomicblocks.h"
#include "ccfg/transform/memorymodel.h"
#include "engine/assumptions.h"
#include "engines/impact/search.h"
#include "engines/impact/toevidence.h"
#include "engines/impact/toschedule.h"
#include "interp/shorten.h"
#include "interp/unlate.h"
#include "support/error.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace heddle::impact {

using ccfg::Property;
using engine::Verdict;

namespace {

constexpr std::array<std::pair<Configuration, std::string_view>, 5> configurationNames = {
    {{Configuration::Full, "full"},
     {Configuration::Spor, "spor"},
     {Configuration::SporFc, "spor+fc"},
     {Configuration::Dpor, "dpor"},
     {Configuration::DporFc, "dpor+fc"}}};

class Impact : public engine::Engine {
public:
  explicit Impact(const ImpactOptions& options) : options_(options) {}
  std::string name() const override { return "impact"; }
  engine::Result run(const engine::Problem& problem, const Budget& budget,
                     const engine::ProgressSink& progress) override;

private:
  engine::Result unwind(const engine::Problem& problem, const engine::Invariants* seeds, const Budget& budget,
                        const engine::ProgressSink& progress) const;
  engine::Result withModel(const engine::Problem& problem, const Budget& budget,
                           const engine::ProgressSink& progress) const;
  void lift(engine::Result& r, const engine::Problem& problem, const ccfg::transform::Derived& copy,
            const engine::Problem& ofCopy, const Budget& budget) const;
  void conclude(engine::Result& r, const engine::Problem& problem, const Symbols& symbols, Search& search,
                const SearchResult& result, const Budget& budget) const;
  void found(engine::Result& r, const engine::Problem& problem, Search& search, const SearchResult& result,
             const Budget& budget) const;

  ImpactOptions options_;
};

engine::Result Impact::run(const engine::Problem& problem, const Budget& budget,
                           const engine::ProgressSink& progress) {
  const ccfg::PropertySet properties = problem.question.properties;
  engine::Result r;
  r.engine = name();
  r.asked = properties;
  if (properties.has(Property::Atomicity) && ccfg::hasBlocks(problem.program))
    r.why = "impact does not check the property atomicity";
  else if (problem.question.asksPartialDeadlock())
    r.why = "impact does not look for threads that wait while others go on";
  if (!r.why.empty()) return r;
  if (problem.question.memoryModel == ccfg::MemoryModel::Sc)
    return unwind(problem, options_.seeds.get(), budget, progress);
  if (!properties.has(Property::Race)) return withModel(problem, budget, progress);
  // A program whose sequentially consistent executions have no race has no other executions.
  engine::Question sc = problem.question;
  sc.memoryModel = ccfg::MemoryModel::Sc;
  sc.properties = {};
  sc.properties.add(Property::Race);
  const engine::Problem ofRaces(problem.program, sc, problem.logs);
  r = unwind(ofRaces, options_.seeds.get(), budget, progress);
  r.asked = properties;
  if (r.verdict != Verdict::True || properties == sc.properties) return r;
  engine::Question others = problem.question;
  others.properties.remove(Property::Race);
  const engine::Problem ofOthers(problem.program, others, problem.logs);
  engine::Result rest = withModel(ofOthers, budget, progress);
  rest.asked = properties;
  rest.proved.add(Property::Race);
  if (rest.verdict == Verdict::False) return rest;
  for (const ccfg::Assumption& a : r.assumptions) engine::addAssumption(rest.assumptions, a);
  return rest;
}

// As the same question under sequential consistency, of a copy.
engine::Result Impact::withModel(const engine::Problem& problem, const Budget& budget,
                                 const engine::ProgressSink& progress) const {
  const auto [copy, why, isInexact] =
      ccfg::transform::withMemoryModel(problem.facts, problem.question.memoryModel);
  engine::Result r;
  r.engine = name();
  r.asked = problem.question.properties;
  r.why = why;
  if (!why.empty()) return r;
  engine::Question sc = problem.question;
  sc.memoryModel = ccfg::MemoryModel::Sc;
  const engine::Problem ofCopy(*copy.program, sc, problem.logs);
  r = unwind(ofCopy, nullptr, budget, progress); // seeds are about the program itself
  if (r.verdict != Verdict::False) {
    r.evidence = {}; // it is about the copy
    return r;
  }
  if (!isInexact) {
    lift(r, problem, copy, ofCopy, budget);
  } else {
    r.verdict = Verdict::Unknown;
    r.evidence = {};
    r.why = "a counterexample may read a part of a store where memory was never written";
  }
  return r;
}

void Impact::lift(engine::Result& r, const engine::Problem& problem, const ccfg::transform::Derived& copy,
                  const engine::Problem& ofCopy, const Budget& budget) const {
  interp::Machine machine(problem.code(), r.asked), copyMachine(ofCopy.code(), r.asked);
  auto lifted = interp::liftLate(copy, *r.counterexample(), copyMachine, machine);
  if (!lifted) {
    r.verdict = Verdict::Unknown;
    r.evidence = {};
    r.why = "a counterexample has more stores of a thread on their way than its buffer holds";
    return;
  }
  r.evidence = options_.shorten ? interp::shorten(machine, *lifted, {}, budget) : std::move(*lifted);
}

// By thread: a Join may wait for an instance of it.
std::vector<bool> joinableThreads(const ccfg::analysis::Facts& facts) {
  const ccfg::Program& p = facts.program();
  std::vector<bool> joinable(p.threads.size());
  for (ccfg::EdgeId e = 0; e < p.edges.size(); ++e) {
    if (std::ranges::none_of(p.edges[e].ops,
                             [](const auto& op) { return std::holds_alternative<ccfg::Join>(op); }))
      continue;
    const auto& forks = facts.handles().joined(e);
    if (!forks) return std::vector<bool>(p.threads.size(), true);
    for (ccfg::EdgeId f : *forks)
      for (const ccfg::Operation& op : p.edges[f].ops)
        if (const auto* fork = std::get_if<ccfg::Fork>(&op)) joinable[fork->thread] = true;
  }
  return joinable;
}

// Where `memory` is asked for, a pointer to what was freed must not become one to something else.
std::vector<bool> reusingEdges(const engine::Problem& problem, bool wanted) {
  const std::vector<bool> all(problem.program.edges.size(), wanted);
  const bool asksMemory = problem.question.properties.has(Property::Memory);
  return wanted && asksMemory ? ccfg::analysis::leavesNoPointer(problem.facts) : all;
}

engine::Result Impact::unwind(const engine::Problem& problem, const engine::Invariants* seeds,
                              const Budget& budget, const engine::ProgressSink& progress) const {
  const ccfg::Program& p = problem.program;
  const ccfg::PropertySet properties = problem.question.properties;
  engine::Result r;
  r.engine = name();
  r.asked = properties;
  const ccfg::analysis::PointsTo& pointsTo = problem.facts.pointsTo();
  const ccfg::analysis::Escape& escape = problem.facts.escape();
  const Blocks blocks(problem.facts, options_.configuration != Configuration::Full);
  Storage storage(p, pointsTo);
  Symbols symbols(p, problem.code().layout());
  const LowerContext context{{p, pointsTo, problem.facts.liveness(), storage, symbols, properties,
                              options_.maxThreads, reusingEdges(problem, options_.takeBlocks)},
                             blocks,
                             joinableThreads(problem.facts)};
  const Log& log = problem.logs.of("impact");
  const bool stopAtCutoffs = options_.proofsOnly && !problem.question.acceptAssumptions;
  Lessons lessons;
  lessons.mayTake = options_.takeSlots;
  for (;;) {
    Search search(context, escape, options_, stopAtCutoffs, seeds, lessons, log, budget);
    try {
      const SearchResult result = search.run(progress);
      if (result.again) continue;
      conclude(r, problem, symbols, search, result, budget);
      if (lessons.takes && result.found && r.verdict == Verdict::Unknown) {
        // What is forgotten of threads whose slots were taken may be why: once more without that.
        log.step("{}; again, and each thread keeps its slot", r.why);
        lessons.takes = lessons.mayTake = false;
        r = engine::Result();
        r.engine = name();
        r.asked = properties;
        continue;
      }
    } catch (const OutOfBudget& e) {
      r.why = fmt::format("{}; nothing found in {}", e.why, search.extent());
    }
    search.statistics(r.statistics);
    break;
  }
  for (const auto& [name, value] : r.statistics.entries()) log.step("{}: {}", name, value);
  return r;
}

void Impact::conclude(engine::Result& r, const engine::Problem& problem, const Symbols& symbols,
                      Search& search, const SearchResult& result, const Budget& budget) const {
  if (result.found) return found(r, problem, search, result, budget);
  if (!result.gaveUp.empty()) {
    r.why = result.gaveUp;
    return;
  }
  r.verdict = Verdict::True;
  r.proved = r.asked;
  r.evidence = toEvidence(search, symbols, r.asked, options_.maxThreads);
  r.assumptions = engine::proofAssumptions(problem, engine::everything(problem.program));
  for (const ccfg::Assumption& a : result.cutoffs) engine::addAssumption(r.assumptions, a);
}

void Impact::found(engine::Result& r, const engine::Problem& problem, Search& search,
                   const SearchResult& result, const Budget& budget) const {
  Witness w = makeWitness(search, *result.found, problem);
  if (!w.schedule) {
    HEDDLE_CHECK(result.approximate, "a counterexample can't be executed: " + w.problem);
    r.why = "a counterexample depends on values that are not modelled exactly: " + w.problem;
    return;
  }
  r.verdict = Verdict::False;
  r.evidence = std::move(*w.schedule);
  if (options_.shorten) {
    interp::Machine machine(problem.code(), r.asked);
    r.evidence = interp::shorten(machine, *r.counterexample(), {}, budget);
  }
  r.assumptions = engine::modelAssumptions(problem.program, *r.counterexample());
}

} // namespace

std::string_view refinerName(RefinerChoice c) {
  switch (c) {
  case RefinerChoice::Auto:
    return "auto";
  case RefinerChoice::Weakest:
    return "weakest";
  case RefinerChoice::Strongest:
    return "strongest";
  case RefinerChoice::Spacer:
    return "spacer";
  }
  return "?";
}

std::string_view configurationName(Configuration c) {
  for (const auto& [configuration, name] : configurationNames)
    if (configuration == c) return name;
  throw InternalError("a configuration without a name");
}

std::optional<Configuration> configurationFromName(std::string_view name) {
  for (const auto& [configuration, known] : configurationNames)
    if (known == name) return configuration;
  return std::nullopt;
}

std::unique_ptr<engine::Engine> makeImpact(const ImpactOptions& options) {
  return std::make_unique<Impact>(options);
}

} // namespace heddle::impact
