// The loop over models of the formula; see repair.h.
#include "repair/repair.h"

#include "ccfg/analysis/memory/accesses.h"
#include "repair/realise.h"
#include "report/teller.h"
#include "support/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::repair {

using ccfg::Property;
using engine::Verdict;

namespace {

std::unique_ptr<ccfg::Program> fineOf(const ccfg::Program& p, const llvm2ccfg::FrontendOptions* source) {
  if (source == nullptr || !source->statementGranularity) return nullptr;
  llvm2ccfg::FrontendOptions options = *source;
  options.statementGranularity = false;
  options.warn = nullptr;
  auto fine = llvm2ccfg::translate(options);
  HEDDLE_CHECK(fine->statements == p.statements, "the statements depend on the granularity");
  return fine;
}

class Synthesis {
public:
  Synthesis(const ccfg::Program& p, const engine::Question& question, const Options& options,
            const llvm2ccfg::FrontendOptions* source, const Budget& budget,
            const engine::ProgressSink& progress)
      : p_(p), options_(options), source_(source), facts_(p), sections_(facts_), fine_(fineOf(p, source)),
        fineFacts_(fine_ ? *fine_ : p), fineSections_(fineFacts_), oracle_(question, budget, progress),
        abstraction_(options.abstraction) {
    formula_.emplace(sections_, [this](const Model& m) { return cost(m); });
    // A race is no matter of switches, and a thread that waits in an atomic section waits for ever: both
    // are for locks.
    atomically_ = question.properties;
    if (!options.abstraction) atomically_.remove(Property::Race);
    atomically_.remove(Property::Deadlock);
  }

  Repair run() {
    try {
      if (!options_.regardless && isCorrect()) return std::move(out_);
      while (out_.outcome == Outcome::Unknown && out_.why.empty() &&
             (options_.solutions == 0 || out_.solutions.size() < options_.solutions) && next()) {
      }
    } catch (const OutOfBudget& spent) {
      out_.why = spent.why;
    }
    finish();
    return std::move(out_);
  }

private:
  bool isCorrect() {
    report::Teller teller;
    out_.first = oracle_.ask(p_, oracle_.question().properties, &teller);
    if (out_.first.verdict == Verdict::True) out_.outcome = Outcome::Correct;
    if (out_.first.verdict == Verdict::Unknown) out_.why = out_.first.why;
    if (teller.hasWatched()) out_.stories.push_back(teller.story(out_.first.counterexample()->violation));
    return out_.first.verdict != Verdict::False;
  }

  // Sections, then statements in them, then what they do to others.
  unsigned cost(const Model& m) const {
    unsigned sum = 0;
    for (const Section& s : m) {
      unsigned shared = 0;
      for (const EdgeId e : sections_.extent(s).edges) shared += facts_.accesses().of(e).empty() ? 0 : 1;
      sum += 20 + 4 * sections_.size(s) + std::min(shared, 20U);
    }
    return sum;
  }

  ccfg::transform::Derived atomic(const Model& m) const {
    std::set<LocId> inside;
    for (const Section& s : m)
      inside.insert(sections_.extent(s).inside.begin(), sections_.extent(s).inside.end());
    return ccfg::transform::makeAtomic(p_, inside);
  }

  // One model: a solution, or another clause. False: there are no more.
  bool next() {
    const std::optional<Model> m = formula_->next();
    if (!m) return false;
    oracle_.budget().check();
    if (atomically_.empty()) return solution(*m, {}), true;
    const ccfg::transform::Derived copy = atomic(*m);
    if (abstraction_) return abstractly(*m, copy), true;
    engine::Result r = oracle_.ask(*copy.program, atomically_);
    if (r.verdict == Verdict::True) return solution(*m, std::move(r)), true;
    if (r.verdict == Verdict::Unknown) {
      fail(*m, r.why);
      return true;
    }
    return avoidTrace(*m, copy, *r.counterexample()), true;
  }

  void avoidTrace(const Model& m, const ccfg::transform::Derived& copy, const ccfg::Schedule& schedule) {
    const ccfg::Schedule lifted = ccfg::transform::lift(copy, schedule);
    report::Teller teller;
    interp::replay(p_, lifted, oracle_.question().properties, &teller);
    const Avoided a = avoid(sections_, originalSteps(copy, schedule));
    const Clause& clause = a.clause.empty() ? a.forking : a.clause;
    if (clause.empty()) {
      hopeless(a);
      if (teller.hasWatched()) out_.stories = {teller.story(schedule.violation)};
      return;
    }
    if (!learn(m, clause)) return;
    if (teller.hasWatched() && !m.empty()) out_.stories.push_back(teller.story(schedule.violation));
    clauses_.emplace_back(out_.stories.size() - 1, clause);
  }

  void hopeless(const Avoided& a) {
    if (a.isHopeless()) out_.outcome = Outcome::Hopeless;
    out_.why =
        !a.isHopeless()
            ? "a thread is interrupted where no section is tried: it waits there, or no statement is known"
        : a.switches == 0 ? "it fails without a single interruption, which no synchronization prevents"
                          : "it fails though each thread runs to its end, but for waiting for others to end";
  }

  bool learn(const Model& m, const Clause& clause) {
    if (formula_->satisfies(m, clause)) {
      fail(m, "the model does not show where these sections end");
      return false;
    }
    ++out_.avoided;
    formula_->add(clause);
    return true;
  }

  void abstractly(const Model& m, const ccfg::transform::Derived& copy) {
    const AbstractAnswer a = exploreAbstractly(copy, sections_, *abstraction_, atomically_, oracle_.budget());
    out_.states = std::max(out_.states, a.states);
    if (a.safe) return solution(m, {});
    const bool fails = a.why.empty() && !a.avoided.clause.empty();
    if ((!fails || (options_.refine == Refine::Auto && !a.failsAlone)) && refine(a)) return;
    if (fails) {
      learn(m, a.avoided.clause);
    } else if (!a.why.empty()) {
      fail(m, a.why);
    } else {
      out_.why = "the abstraction can't show that threads are right which nobody interrupts";
    }
  }

  // False: there is nothing finer. The formula begins anew, so that its models are minimal (section 6.2).
  bool refine(const AbstractAnswer& a) {
    if (!trackMore(a) && !nextDomain()) return false;
    ++out_.refined;
    formula_.emplace(sections_, [this](const Model& m) { return cost(m); });
    clauses_.clear();
    return true;
  }

  bool trackMore(const AbstractAnswer& a) {
    if (options_.refine != Refine::Tracked && options_.refine != Refine::Auto) return false;
    if (abstraction_->exact) return false;
    for (const TraceStep& step : a.trace)
      for (const auto& access : facts_.accesses().of(step.edge)) {
        if (access.object >= p_.objects.size()) continue;
        const std::string& name = p_.objects[access.object].name;
        if (std::ranges::find(abstraction_->tracked, name) != abstraction_->tracked.end()) continue;
        abstraction_->tracked.push_back(name);
        return true;
      }
    return false;
  }

  bool nextDomain() {
    if (options_.refine != Refine::Domains && options_.refine != Refine::Auto) return false;
    using enum domains::DomainKind;
    if (abstraction_->exact) return false;
    if (abstraction_->domain == Product)
      abstraction_->exact = true;
    else
      abstraction_->domain = abstraction_->domain == Intervals ? Product : Intervals;
    return true;
  }

  void fail(const Model& m, const std::string& why) {
    out_.failures.push_back(m.empty() ? why : fmt::format("{} sections: {}", m.size(), why));
    formula_->exclude(m);
  }

  void solution(const Model& m, engine::Result checked) {
    if (options_.solutions == 0) return fail(m, "only the formula is asked for");
    Solution s;
    s.model = m;
    s.markers = options_.markers;
    s.checked = std::move(checked);
    s.cost = cost(m);
    std::set<size_t> prevented;
    if (!out_.stories.empty()) prevented.insert(0); // whatever is right does
    for (const auto& [story, clause] : clauses_)
      if (formula_->satisfies(m, clause)) prevented.insert(story);
    s.prevents.assign(prevented.begin(), prevented.end());
    // Markers keep everybody out, but accesses race that stand outside of all sections.
    if (options_.markers && !m.empty() && !oracle_.question().properties.has(Property::Race)) {
      s.locks = {{m}};
    } else {
      Plan plan = LockPlanner(fineSections_, oracle_).plan(m);
      if (!plan.locks) {
        const ccfg::Schedule* first = out_.first.counterexample();
        if (m.empty() && first != nullptr && first->violation.property == Property::Deadlock) {
          const Avoided a = avoid(sections_, originalSteps(ccfg::transform::copyOf(p_), *first));
          if (a.isHopeless()) return hopeless(a);
        }
        return fail(m, plan.why);
      }
      s.locks = std::move(*plan.locks);
      s.checked = std::move(plan.checked);
    }
    formula_->exclude(m);
    if (patched(s)) out_.solutions.push_back(std::move(s));
  }

  // As C, checked like any program.
  bool patched(Solution& s) {
    if (source_ == nullptr) return true;
    Realised r = repair::realise(fineSections_, s.locks, options_.markers, *source_, oracle_);
    s.changes = std::move(r.changes);
    s.refused = std::move(r.refused);
    if (!s.refused.empty()) return true;
    s.checked = std::move(r.checked);
    if (s.checked.verdict == Verdict::True) return true;
    fail(s.model,
         s.checked.verdict == Verdict::Unknown
             ? "the patched program can't be checked: " + s.checked.why
             : "the patched program has another violation: " + s.checked.counterexample()->violation.message);
    return false;
  }

  void finish() {
    out_.formula = formula_->clauses();
    out_.asked = oracle_.asked();
    std::ranges::stable_sort(out_.solutions, {}, &Solution::cost);
    const bool patched =
        std::ranges::any_of(out_.solutions, [](const Solution& s) { return s.refused.empty(); });
    if (patched) out_.outcome = Outcome::Repaired;
    if (out_.outcome != Outcome::Unknown || !out_.why.empty()) return;
    out_.why = !out_.solutions.empty()  ? out_.solutions[0].refused
               : !out_.failures.empty() ? out_.failures.front()
                                        : "no section helps";
  }

  const ccfg::Program& p_;
  const Options& options_;
  const llvm2ccfg::FrontendOptions* source_;
  const ccfg::analysis::Facts facts_;
  const SectionMap sections_;
  const std::unique_ptr<ccfg::Program> fine_; // the same with single accesses as actions, if it is not so
  const ccfg::analysis::Facts fineFacts_;
  const SectionMap fineSections_;
  Oracle oracle_;
  std::optional<Abstraction> abstraction_;
  std::optional<AtomicityFormula> formula_;
  ccfg::PropertySet atomically_;
  std::vector<std::pair<size_t, Clause>> clauses_; // with the story of each
  Repair out_;
};

} // namespace

Repair repair(const ccfg::Program& program, const engine::Question& question, const Options& options,
              const llvm2ccfg::FrontendOptions* source, const Budget& budget,
              const engine::ProgressSink& progress) {
  return Synthesis(program, question, options, source, budget, progress).run();
}

} // namespace heddle::repair
