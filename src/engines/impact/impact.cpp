// From a program to a search, and from its result to a verdict.
#include "engines/impact/impact.h"

#include "ccfg/analysis/graph/liveness.h"
#include "ccfg/analysis/memory/escape.h"
#include "ccfg/atomicblocks.h"
#include "engine/assumptions.h"
#include "engines/impact/search.h"
#include "engines/impact/toevidence.h"
#include "engines/impact/toschedule.h"
#include "interp/shorten.h"
#include "support/error.h"

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
  void conclude(engine::Result& r, const engine::Problem& problem, const Symbols& symbols, Search& search,
                const SearchResult& result, const Budget& budget) const;
  void found(engine::Result& r, const engine::Problem& problem, Search& search, const SearchResult& result,
             const Budget& budget) const;

  ImpactOptions options_;
};

engine::Result Impact::run(const engine::Problem& problem, const Budget& budget,
                           const engine::ProgressSink& progress) {
  const ccfg::Program& p = problem.program;
  const ccfg::PropertySet properties = problem.question.properties;
  engine::Result r;
  r.engine = name();
  r.asked = properties;
  if (properties.has(Property::Atomicity) && ccfg::hasBlocks(p))
    r.why = "impact does not check the property atomicity";
  else if (problem.question.memoryModel != ccfg::MemoryModel::Sc)
    r.why = "impact knows sequentially consistent memory only";
  else if (problem.question.asksPartialDeadlock())
    r.why = "impact does not look for threads that wait while others go on";
  if (!r.why.empty()) return r;
  const ccfg::analysis::PointsTo& pointsTo = problem.facts.pointsTo();
  const ccfg::analysis::Escape& escape = problem.facts.escape();
  const Blocks blocks(problem.facts, options_.configuration != Configuration::Full);
  Storage storage(p, pointsTo);
  Symbols symbols(p, problem.code().layout());
  const LowerContext context{
      {p, pointsTo, problem.facts.liveness(), storage, symbols, properties, options_.maxThreads}, blocks};
  const Log& log = problem.logs.of("impact");
  const bool stopAtCutoffs = options_.proofsOnly && !problem.question.acceptAssumptions;
  Search search(context, escape, options_, stopAtCutoffs, log, budget);
  try {
    const SearchResult result = search.run(progress);
    conclude(r, problem, symbols, search, result, budget);
  } catch (const OutOfBudget& e) {
    r.why = fmt::format("{}; nothing found in a tree of {} nodes", e.why, search.tree().size());
  }
  search.statistics(r.statistics);
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
  r.assumptions = engine::proofAssumptions(problem);
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
  r.assumptions = engine::modelAssumptions(problem.program, r.counterexample());
}

} // namespace

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
