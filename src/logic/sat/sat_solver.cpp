// The solver on CaDiCaL: terms are bit-blasted as they are asserted, and the order of events is refined until
// a model has no cycle.
#include "logic/eval.h"
#include "logic/sat/clausify.h"
#include "logic/sat/order_encoding.h"
#include "logic/solver.h"
#include "support/error.h"

#include <cadical.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace heddle::logic {

namespace {

using sat::BitBlaster;
using sat::Bits;
using sat::Cnf;
using sat::Lit;

// Asked by CaDiCaL far more often than the budget wants to be.
class Stop : public CaDiCaL::Terminator {
public:
  explicit Stop(const Budget& budget) : budget_(budget) {}

  bool terminate() override {
    constexpr double interval = 0.001;
    const double time = budget_.elapsed();
    if (reason.empty() && time >= next_) {
      next_ = time + interval;
      reason = budget_.exhausted().value_or("");
    }
    return !reason.empty();
  }

  std::string reason;

private:
  const Budget& budget_;
  double next_ = 0;
};

class LearnedCounter : public CaDiCaL::Learner {
public:
  bool learning(int) override {
    ++count;
    return false;
  }
  void learn(int) override {}

  uint64_t count = 0;
};

class Stopwatch {
public:
  explicit Stopwatch(double& total) : total_(total) {}
  ~Stopwatch() {
    total_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

private:
  double& total_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class SatSolver : public Solver {
public:
  SatSolver(TermManager& terms, const SatOptions& options)
      : Solver(terms), solver_(options.manyChecks), order_(skeleton_, cnf_, options.orderCells) {
    solver_.connect_learner(&learned_);
  }
  ~SatSolver() override { solver_.disconnect_learner(); }

  void limit(const Budget& budget) override { cnf_.limit(budget); }
  void add(Term t) override { addClause(std::span(&t, 1)); }
  void addClause(std::span<const Term> literals) override { clausifier_.addClause(literals); }
  Answer check(std::span<const Term> assumptions, const Budget& budget) override;
  std::string reason() const override { return reason_; }
  uint64_t value(Term t) override;
  std::vector<EventId> linearisation() override;
  std::vector<Term> core() override;
  Statistics statistics() const override;

protected:
  void declareAtom(Term atom, EventId a, EventId b) override;

private:
  Answer searchAndRefine(const Bits& assumptions, const Budget& budget);
  int search(const Bits& assumptions, Stop& stop);
  void takeModel();
  void takeCore(std::span<const Term> assumptions);
  bool holds(Lit l) const;
  uint64_t leafValue(Term leaf) const;
  Answer giveUp(Answer answer, std::string reason);

  // Options come before the first clause. Silent before anything else: CaDiCaL writes to standard output
  // otherwise.
  struct Configured : CaDiCaL::Solver {
    explicit Configured(bool manyChecks) {
      set("quiet", 1);
      if (manyChecks)
        for (const char* simplification : {"elim", "probe", "subsume", "vivify"}) set(simplification, 0);
    }
  };

  Configured solver_;
  LearnedCounter learned_;
  Cnf cnf_{solver_};
  BitBlaster blaster_{cnf_};
  sat::Clausifier clausifier_{cnf_, blaster_};
  sat::OrderEncoding order_;
  std::unordered_map<Term, std::pair<EventId, EventId>> atoms_;

  Answer answer_ = Answer::Unknown;
  std::string reason_;
  std::vector<bool> model_; // by variable
  std::vector<EventId> linearisation_;
  std::vector<uint32_t> place_; // by event: its place in linearisation_
  std::vector<Term> core_;
  uint64_t rounds_ = 0;
  double searchTime_ = 0, orderTime_ = 0;
};

void SatSolver::declareAtom(Term atom, EventId a, EventId b) {
  atoms_.emplace(atom, std::pair(a, b));
  blaster_.bind(atom, order_.literal(a, b));
}

Answer SatSolver::giveUp(Answer answer, std::string reason) {
  reason_ = std::move(reason);
  return answer;
}

Answer SatSolver::check(std::span<const Term> assumptions, const Budget& budget) {
  reason_.clear();
  core_.clear();
  Bits literals;
  for (Term t : assumptions) literals.push_back(blaster_.literal(t));
  answer_ = blaster_.unsupported().empty()
                ? searchAndRefine(literals, budget)
                : giveUp(Answer::Unknown, fmt::format("the operator '{}' has no meaning for this solver",
                                                      blaster_.unsupported()));
  if (answer_ == Answer::Unsat) takeCore(assumptions);
  return answer_;
}

Answer SatSolver::searchAndRefine(const Bits& assumptions, const Budget& budget) {
  Stop stop(budget);
  for (;;) {
    {
      Stopwatch watch(orderTime_);
      order_.encode();
    }
    if (stop.terminate()) return giveUp(Answer::Timeout, stop.reason);
    const int status = search(assumptions, stop);
    if (status == 20) return Answer::Unsat;
    if (status != 10)
      return stop.reason.empty() ? giveUp(Answer::Unknown, "CaDiCaL gave no answer")
                                 : giveUp(Answer::Timeout, stop.reason);
    Stopwatch watch(orderTime_);
    ++rounds_;
    takeModel();
    if (auto order = order_.refine([&](Lit l) { return holds(l); })) {
      linearisation_ = std::move(*order);
      place_.resize(linearisation_.size());
      for (uint32_t i = 0; i < linearisation_.size(); ++i) place_[linearisation_[i]] = i;
      return Answer::Sat;
    }
  }
}

int SatSolver::search(const Bits& assumptions, Stop& stop) {
  Stopwatch watch(searchTime_);
  for (Lit l : assumptions) solver_.assume(l);
  solver_.connect_terminator(&stop);
  const int status = solver_.solve();
  solver_.disconnect_terminator();
  return status;
}

// A copy: CaDiCaL's own model is gone with the next clause. Variables that no clause mentions are false.
void SatSolver::takeModel() {
  model_.assign(static_cast<size_t>(cnf_.variables()) + 1, false);
  const int most = std::min(cnf_.variables(), solver_.vars());
  for (int v = 1; v <= most; ++v) model_[static_cast<size_t>(v)] = solver_.val(v) > 0;
}

void SatSolver::takeCore(std::span<const Term> assumptions) {
  for (Term t : assumptions)
    if (solver_.failed(blaster_.literal(t)) && std::ranges::find(core_, t) == core_.end()) core_.push_back(t);
}

bool SatSolver::holds(Lit l) const {
  const auto v = static_cast<size_t>(std::abs(l));
  return (v < model_.size() && model_[v]) == (l > 0);
}

uint64_t SatSolver::leafValue(Term leaf) const {
  // By the linearisation, so that atoms agree with it also where they were made after the answer.
  if (auto atom = atoms_.find(leaf); atom != atoms_.end())
    return place_[atom->second.first] < place_[atom->second.second];
  const Bits* bits = blaster_.find(leaf);
  uint64_t v = 0;
  for (size_t i = 0; bits && i < bits->size(); ++i) v |= static_cast<uint64_t>(holds((*bits)[i])) << i;
  return v;
}

uint64_t SatSolver::value(Term t) {
  HEDDLE_CHECK(answer_ == Answer::Sat, "values are there after Sat");
  return evaluate(t, [&](Term leaf) { return leafValue(leaf); });
}

std::vector<EventId> SatSolver::linearisation() {
  HEDDLE_CHECK(answer_ == Answer::Sat, "the order of events is there after Sat");
  return linearisation_;
}

std::vector<Term> SatSolver::core() {
  HEDDLE_CHECK(answer_ == Answer::Unsat, "a core is there after Unsat");
  return core_;
}

Statistics SatSolver::statistics() const {
  Statistics s;
  s.set("sat.variables", cnf_.variables());
  s.set("sat.clauses", static_cast<double>(cnf_.clauses()));
  s.set("sat.learned", static_cast<double>(learned_.count));
  s.set("sat.ms", searchTime_);
  s.set("order.atoms", static_cast<double>(atoms_.size()));
  s.set("order.variables", static_cast<double>(order_.variables()));
  s.set("order.lemmas", static_cast<double>(order_.lemmas()));
  s.set("order.rounds", static_cast<double>(rounds_));
  s.set("order.ms", orderTime_);
  return s;
}

} // namespace

std::unique_ptr<Solver> makeSatSolver(TermManager& terms, const SatOptions& options) {
  return std::make_unique<SatSolver>(terms, options);
}

} // namespace heddle::logic
