// Sequential portfolio; see portfolio.h.
#include "portfolio/portfolio.h"

#include "engine/assumptions.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::portfolio {

using engine::Result;
using engine::Verdict;

namespace {

constexpr double firstLook = 3;    // seconds of `explore`, at most
constexpr double someRuns = 1;     // seconds of `sample`, at most
constexpr double someShare = 0.05; // of the time that is left
constexpr double proofLook = 5;    // seconds of `modular`, at most
constexpr double treeLook = 15;    // seconds of `impact`, at most
constexpr double treeShare = 0.2;  // of the time that is left
constexpr double longLook = 120;   // seconds of `bounded` where no limit is set
constexpr double firstShare = 0.1; // of the time that is left
constexpr double longShare = 0.75;

class Portfolio : public engine::Engine {
public:
  Portfolio(const explore::ExploreOptions& explore, const bounded::BoundedOptions& bounded,
            const modular::ModularOptions& modular, const impact::ImpactOptions& impact)
      : explore_(explore), bounded_(bounded), modular_(modular), impact_(impact) {}
  std::string name() const override { return "auto"; }

  Result run(const engine::Problem& problem, const Budget& budget,
             const engine::ProgressSink& progress) override {
    const engine::Question& question = problem.question;
    const bool limited = budget.remaining() < 1e17;
    const double first = limited ? std::min(firstLook, firstShare * budget.remaining()) : firstLook;
    Result quick = runOne(*explore::makeExplore(explore_), problem, budget.part(first), progress);
    if (isFinal(quick, question, budget)) return quick;
    sample::SampleOptions sampled;
    sampled.shorten = bounded_.shorten;
    const double some = limited ? std::min(someRuns, someShare * budget.remaining()) : someRuns;
    Result met = runOne(*sample::makeSample(sampled), problem, budget.part(some), progress);
    if (isFinal(met, question, budget)) return combined(std::move(met), quick, question);
    const double proof = limited ? std::min(proofLook, firstShare * budget.remaining()) : proofLook;
    Result proved = runOne(*modular::makeModular(modular_), problem, budget.part(proof), progress);
    if (isConclusive(proved, question) || isBest(proved)) return proved;
    const double tree = limited ? std::min(treeLook, treeShare * budget.remaining()) : treeLook;
    impact::ImpactOptions proving = impact_;
    proving.proofsOnly = true;
    Result unwound = impact::makeImpact(proving)->run(problem, budget.part(tree), progress);
    if (isConclusive(unwound, question) || isBest(unwound)) return unwound;
    const double second = limited ? longShare * budget.remaining() : longLook;
    Result solved = runOne(*bounded::makeBounded(bounded_), problem, budget.part(second), progress);
    if (isFinal(solved, question, budget)) return combined(std::move(solved), quick, question);
    Result last = runOne(*explore::makeExplore(explore_), problem, budget, progress);
    if (isConclusive(last, question)) return last;
    return combined(std::move(last), solved, question);
  }

private:
  static Result runOne(engine::Engine& engine, const engine::Problem& problem, const Budget& budget,
                       const engine::ProgressSink& progress) {
    const Log& log = problem.logs.of("auto");
    log.step("{} starts", engine.name());
    Result r = engine.run(problem, budget, progress);
    log.step("{} after {:.1f} s: {}", engine.name(), budget.elapsed(),
             r.verdict == Verdict::True    ? "true"
             : r.verdict == Verdict::False ? "false"
                                           : "unknown (" + r.why + ")");
    for (const ccfg::Assumption& a : r.assumptions) log.detail("  if {}", a.text);
    return r;
  }
  // A verdict that its own assumptions take back is none.
  static bool isConclusive(const Result& r, const engine::Question& question) {
    Result honest = r;
    engine::applyAssumptions(honest, question.acceptAssumptions);
    return honest.verdict != Verdict::Unknown;
  }
  // Every engine takes weak atomics as seq_cst: of a proof that rests on that alone no other makes more. Nor
  // where explore has met a comparison of stale pointers, as it does if `memory` is checked.
  static bool isBest(const Result& r) {
    const auto lasts = [&](const ccfg::Assumption& a) {
      return a.kind == ccfg::AssumptionKind::WeakAtomics ||
             (a.kind == ccfg::AssumptionKind::AddressReuse && r.engine == "explore" &&
              r.asked.has(ccfg::Property::Memory));
    };
    return r.verdict == Verdict::True && !r.assumptions.empty() &&
           std::all_of(r.assumptions.begin(), r.assumptions.end(), lasts);
  }
  static bool isFinal(const Result& r, const engine::Question& question, const Budget& budget) {
    return isConclusive(r, question) || isBest(r) || budget.exhausted().has_value();
  }
  // Where nobody has a verdict, a proof that rests on assumptions is worth more than none.
  static Result combined(Result r, const Result& other, const engine::Question& question) {
    if (isConclusive(r, question)) return r;
    for (const auto& [name, value] : other.statistics.entries()) r.statistics.set(name, value);
    if (r.verdict == Verdict::Unknown && other.verdict != Verdict::Unknown) {
      Result better = other;
      better.statistics = r.statistics;
      return better;
    }
    if (r.verdict == Verdict::Unknown && !other.why.empty() && !r.why.empty())
      r.why = fmt::format("{}: {}; {}: {}", other.engine, other.why, r.engine, r.why);
    return r;
  }

  explore::ExploreOptions explore_;
  bounded::BoundedOptions bounded_;
  modular::ModularOptions modular_;
  impact::ImpactOptions impact_;
};

} // namespace

std::unique_ptr<engine::Engine> makePortfolio(const explore::ExploreOptions& explore,
                                              const bounded::BoundedOptions& bounded,
                                              const modular::ModularOptions& modular,
                                              const impact::ImpactOptions& impact) {
  return std::make_unique<Portfolio>(explore, bounded, modular, impact);
}

} // namespace heddle::portfolio
