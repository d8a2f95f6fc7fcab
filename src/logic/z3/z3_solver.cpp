// The solver on Z3: bit-vectors, and an integer clock per event. Slower than sat/, and shares nothing with it
// but the graph that gives the linearisation: the cross-check.
#include "logic/eval.h"
#include "logic/order/graph.h"
#include "logic/solver.h"
#include "logic/z3/translate.h"
#include "support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace heddle::logic {

namespace {

class Z3Solver : public Solver {
public:
  explicit Z3Solver(TermManager& terms) : Solver(terms) {}

  void add(Term t) override { addClause(std::span(&t, 1)); }
  void addClause(std::span<const Term> literals) override;
  Answer check(std::span<const Term> assumptions, const Budget& budget) override;
  std::string reason() const override { return reason_; }
  uint64_t value(Term t) override;
  std::vector<EventId> linearisation() override;
  std::vector<Term> core() override;
  Statistics statistics() const override;

protected:
  void declareAtom(Term atom, EventId a, EventId b) override;

private:
  struct Atom {
    Term term;
    EventId a, b;
  };

  void makeClocks();
  Answer run(std::span<const Term> assumptions, const Budget& budget);
  Answer giveUp(Answer answer, std::string reason);
  void takeModel();

  z3::context context_;
  z3::solver solver_{context_};
  z3solver::Translation translation_{context_};
  std::vector<Atom> atoms_;
  std::unordered_map<Term, size_t> atomIndex_;
  std::vector<z3::expr> clocks_;   // by event
  std::unordered_set<Term> named_; // assumptions

  Answer answer_ = Answer::Unknown;
  std::string reason_;
  std::optional<z3::model> z3model_;
  std::vector<EventId> linearisation_;
  std::vector<uint32_t> place_; // by event: its place in linearisation_
  std::vector<Term> core_;
  double searchTime_ = 0;
};

void Z3Solver::makeClocks() {
  if (!clocks_.empty()) return;
  for (EventId e = 0; e < skeleton_.eventCount(); ++e)
    clocks_.push_back(context_.int_const(fmt::format("clock{}", e).c_str()));
  for (EventId e = 0; e < skeleton_.eventCount(); ++e) {
    if (auto next = skeleton_.nextOnChain(e)) solver_.add(clocks_[e] < clocks_[*next]);
    for (EventId b : skeleton_.above(e)) solver_.add(clocks_[e] < clocks_[b]);
  }
}

void Z3Solver::declareAtom(Term atom, EventId a, EventId b) {
  makeClocks();
  atomIndex_.emplace(atom, atoms_.size());
  atoms_.push_back({atom, a, b});
  const z3::expr e = translation_.boolean(atom);
  solver_.add(z3::implies(e, clocks_[a] < clocks_[b]));
  solver_.add(z3::implies(!e, clocks_[b] < clocks_[a]));
}

void Z3Solver::addClause(std::span<const Term> literals) {
  z3::expr_vector clause(context_);
  for (Term t : literals) clause.push_back(translation_.boolean(t));
  solver_.add(z3::mk_or(clause));
}

Answer Z3Solver::giveUp(Answer answer, std::string reason) {
  reason_ = std::move(reason);
  return answer;
}

Answer Z3Solver::check(std::span<const Term> assumptions, const Budget& budget) {
  reason_.clear();
  core_.clear();
  const double start = budget.elapsed();
  try {
    answer_ = run(assumptions, budget);
  } catch (const z3::exception& e) {
    answer_ = giveUp(Answer::Error, e.msg());
  }
  searchTime_ += 1000 * (budget.elapsed() - start);
  return answer_;
}

Answer Z3Solver::run(std::span<const Term> assumptions, const Budget& budget) {
  // Z3 takes cores over plain literals, so each assumption gets a name, which it keeps.
  z3::expr_vector names(context_);
  std::unordered_map<std::string, Term> byName;
  for (Term t : assumptions) {
    const std::string name = fmt::format("assume{}", t.id());
    const z3::expr flag = context_.bool_const(name.c_str());
    if (byName.emplace(name, t).second) names.push_back(flag);
    if (named_.insert(t).second) solver_.add(z3::implies(flag, translation_.boolean(t)));
  }
  if (!translation_.unsupported().empty())
    return giveUp(Answer::Unknown, fmt::format("the operator '{}' has no meaning for this solver",
                                               translation_.unsupported()));
  if (auto spent = budget.exhausted()) return giveUp(Answer::Timeout, *spent);
  z3::params params(context_);
  params.set("timeout", static_cast<unsigned>(std::clamp(1000 * budget.remaining(), 1.0, 4e9)));
  solver_.set(params);
  const z3::check_result result = solver_.check(names);
  if (result == z3::sat) {
    takeModel();
    return Answer::Sat;
  }
  if (result == z3::unsat) {
    for (const z3::expr& flag : solver_.unsat_core()) core_.push_back(byName.at(flag.decl().name().str()));
    return Answer::Unsat;
  }
  if (auto spent = budget.exhausted()) return giveUp(Answer::Timeout, *spent);
  return giveUp(Answer::Unknown, solver_.reason_unknown());
}

void Z3Solver::takeModel() {
  z3model_ = solver_.get_model();
  OrderGraph graph(skeleton_);
  for (const Atom& atom : atoms_) {
    const bool holds = z3model_->eval(translation_.boolean(atom.term), true).is_true();
    graph.addEdge(holds ? atom.a : atom.b, holds ? atom.b : atom.a, 0);
  }
  auto order = graph.order();
  HEDDLE_CHECK(order, "Z3's clocks are an order");
  linearisation_ = std::move(*order);
  place_.resize(linearisation_.size());
  for (uint32_t i = 0; i < linearisation_.size(); ++i) place_[linearisation_[i]] = i;
}

uint64_t Z3Solver::value(Term t) {
  HEDDLE_CHECK(answer_ == Answer::Sat, "values are there after Sat");
  return evaluate(t, [&](Term leaf) -> uint64_t {
    if (auto atom = atomIndex_.find(leaf); atom != atomIndex_.end())
      return place_[atoms_[atom->second].a] < place_[atoms_[atom->second].b];
    if (!translation_.has(leaf)) return 0;
    return z3model_->eval(translation_.vector(leaf), true).get_numeral_uint64();
  });
}

std::vector<EventId> Z3Solver::linearisation() {
  HEDDLE_CHECK(answer_ == Answer::Sat, "the order of events is there after Sat");
  return linearisation_;
}

std::vector<Term> Z3Solver::core() {
  HEDDLE_CHECK(answer_ == Answer::Unsat, "a core is there after Unsat");
  return core_;
}

Statistics Z3Solver::statistics() const {
  Statistics s;
  s.set("z3.ms", searchTime_);
  s.set("order.atoms", static_cast<double>(atoms_.size()));
  return s;
}

} // namespace

std::unique_ptr<Solver> makeZ3Solver(TermManager& terms) { return std::make_unique<Z3Solver>(terms); }

} // namespace heddle::logic
