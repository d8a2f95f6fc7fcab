// What both solvers promise beyond operators and orders: clauses however they are nested, increments, values,
// cores, budgets, and honest answers about what they can't.
#include "logic/eval.h"
#include "logic/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace heddle::logic {
namespace {

class SolverTest : public testing::TestWithParam<const char*> {
protected:
  std::unique_ptr<Solver> make() {
    return GetParam() == std::string_view("z3") ? makeZ3Solver(tm) : makeSatSolver(tm);
  }
  Term variable(const std::string& name, unsigned width) { return tm.var(tm.newSymbol(name, width)); }
  Answer check(Solver& s, std::vector<Term> assumptions = {}) { return s.check(assumptions, Budget()); }

  TermManager tm;
};

TEST_P(SolverTest, ValuesOfWhatWasNeverMentionedAreZero) {
  auto s = make();
  const Term x = variable("x", 8), y = variable("y", 8);
  s->add(tm.eq(x, tm.constant(7, 8)));
  ASSERT_EQ(check(*s), Answer::Sat);
  EXPECT_EQ(s->value(x), 7u);
  EXPECT_EQ(s->value(y), 0u);
  EXPECT_EQ(s->value(tm.add(tm.mul(x, x), y)), 49u);
}

TEST_P(SolverTest, ModelOutlivesNewClauses) {
  auto s = make();
  const Term x = variable("x", 8);
  s->add(tm.ult(tm.constant(250, 8), x));
  for (int left = 5; left > 0; --left) {
    ASSERT_EQ(check(*s), Answer::Sat);
    const uint64_t v = s->value(x);
    EXPECT_GT(v, 250u);
    s->add(tm.ne(x, tm.constant(v, 8)));
    EXPECT_EQ(s->value(x), v);
  }
  EXPECT_EQ(check(*s), Answer::Unsat);
  EXPECT_TRUE(s->core().empty());
}

TEST_P(SolverTest, CoresAreAssumptionsThatSuffice) {
  auto s = make();
  const Term x = variable("x", 8), p = variable("p", 1), q = variable("q", 1);
  const Term small = tm.ult(x, tm.constant(5, 8)), large = tm.ult(tm.constant(9, 8), x);
  const std::vector<Term> none = {tm.falseTerm()};
  s->add(tm.orOf(p, q));
  ASSERT_EQ(check(*s, {p, small, q, large}), Answer::Unsat);
  auto core = s->core();
  std::ranges::sort(core, {}, &Term::id);
  auto expected = std::vector{small, large};
  std::ranges::sort(expected, {}, &Term::id);
  EXPECT_EQ(core, expected);
  ASSERT_EQ(check(*s, {p, tm.falseTerm(), tm.trueTerm()}), Answer::Unsat);
  EXPECT_EQ(s->core(), none);
  EXPECT_EQ(check(*s, {p, tm.trueTerm(), tm.notOf(q)}), Answer::Sat);
  ASSERT_EQ(check(*s, {tm.notOf(p), tm.notOf(q)}), Answer::Unsat);
  EXPECT_EQ(s->core().size(), 2u);
  ASSERT_EQ(check(*s, {p, tm.notOf(p)}), Answer::Unsat);
  EXPECT_EQ(s->core().size(), 2u);
  s->addClause({});
  ASSERT_EQ(check(*s, {p}), Answer::Unsat);
  EXPECT_TRUE(s->core().empty());
}

TEST_P(SolverTest, OperatorsWithoutMeaningGiveUnknown) {
  {
    auto s = make();
    const Term x = variable("x", 32);
    s->add(tm.eq(tm.make(Op::FAdd, 32, x, x), tm.constant(1, 32)));
    EXPECT_EQ(check(*s), Answer::Unknown);
    EXPECT_NE(s->reason().find(opName(Op::FAdd)), std::string::npos) << s->reason();
  }
  auto s = make();
  s->add(tm.ult(tm.address(3, 64), variable("p", 64)));
  EXPECT_EQ(check(*s), Answer::Unknown);
  EXPECT_NE(s->reason().find(opName(Op::Address)), std::string::npos) << s->reason();
}

TEST(SatSolver, AddingStopsWhenTheBudgetIsSpent) {
  TermManager tm;
  auto s = makeSatSolver(tm);
  Budget budget;
  budget.setTimeout(0.05);
  s->limit(budget);
  const auto addForEver = [&] {
    for (uint64_t i = 1;; ++i) {
      const Term x = tm.var(tm.newSymbol("x", 64)), y = tm.var(tm.newSymbol("y", 64));
      s->add(tm.ne(tm.mul(x, y), tm.constant(i, 64)));
    }
  };
  EXPECT_THROW(addForEver(), OutOfBudget);
  EXPECT_LT(budget.elapsed(), 5);
}

TEST_P(SolverTest, HardMultiplicationRunsOutOfTime) {
  auto s = make();
  const Term x = variable("x", 64), y = variable("y", 64);
  const Term low = tm.constant(1ull << 32, 64);
  for (Term t : {x, y}) {
    s->add(tm.ult(tm.constant(1, 64), t));
    s->add(tm.ult(t, low));
  }
  s->add(tm.eq(tm.mul(x, y), tm.constant(3037000493ull * 2654435761ull, 64))); // two primes
  s->add(tm.ult(x, y));
  Budget budget;
  budget.setTimeout(0.2);
  EXPECT_EQ(s->check({}, budget), Answer::Timeout);
  EXPECT_NE(s->reason().find("time"), std::string::npos) << s->reason();
  EXPECT_LT(budget.elapsed(), 5);
}

TEST_P(SolverTest, DeepTermsNeedNoDeepStack) {
  if (GetParam() == std::string_view("z3")) GTEST_SKIP() << "Z3 itself walks terms recursively";
  auto s = make();
  const Term x = variable("x", 2), p = variable("p", 1);
  Term sum = x, either = p;
  for (int i = 0; i < 50'000; ++i) {
    sum = tm.xorOf(tm.add(sum, x), x);
    either = tm.orOf(tm.andOf(either, variable("q", 1)), variable("r", 1));
  }
  s->add(either);
  s->add(tm.eq(sum, tm.constant(1, 2)));
  const Answer answer = check(*s);
  ASSERT_TRUE(answer == Answer::Sat || answer == Answer::Unsat);
  if (answer == Answer::Sat) {
    EXPECT_EQ(s->value(sum), 1u);
    EXPECT_EQ(s->value(either), 1u);
  }
}

// Formulas of width 1 in all nestings, over few variables, against trying all values.
class RandomFormulas {
public:
  RandomFormulas(TermManager& tm, unsigned seed) : tm_(tm), random_(seed) {
    auto name = [&](const char* kind, int i) {
      return kind + std::to_string(seed) + "." + std::to_string(i);
    };
    for (int i = 0; i < 3; ++i) booleans_.push_back(tm.var(tm.newSymbol(name("p", i), 1)));
    for (int i = 0; i < 2; ++i) vectors_.push_back(tm.var(tm.newSymbol(name("v", i), 2)));
  }

  Term formula(unsigned depth) {
    if (depth == 0 || below(5) == 0) return below(3) == 0 ? tm_.eq(vector(), vector()) : pick(booleans_);
    switch (below(6)) {
    case 0:
      return remember(tm_.andOf(formula(depth - 1), formula(depth - 1)));
    case 1:
      return remember(tm_.orOf(formula(depth - 1), formula(depth - 1)));
    case 2:
      return tm_.notOf(formula(depth - 1));
    case 3:
      return remember(tm_.ite(formula(depth - 1), formula(depth - 1), formula(depth - 1)));
    case 4:
      return remember(tm_.eq(formula(depth - 1), formula(depth - 1)));
    default:
      return pick(seen_.empty() ? booleans_ : seen_); // shared
    }
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  bool satisfiable(const std::vector<std::vector<Term>>& clauses) const {
    for (uint64_t all = 0; all < 1u << 7; ++all) {
      auto leaf = [&](Term t) {
        for (size_t i = 0; i < booleans_.size(); ++i)
          if (t == booleans_[i]) return all >> i & 1;
        return all >> (t == vectors_[0] ? 3 : 5) & 3;
      };
      auto holds = [&](Term t) { return evaluate(t, leaf) == 1; };
      if (std::ranges::all_of(clauses, [&](const auto& c) { return std::ranges::any_of(c, holds); }))
        return true;
    }
    return false;
  }

private:
  Term pick(const std::vector<Term>& from) { return from[below(static_cast<unsigned>(from.size()))]; }
  Term vector() { return below(3) == 0 ? tm_.constant(below(4), 2) : pick(vectors_); }
  Term remember(Term t) {
    seen_.push_back(t);
    return t;
  }

  TermManager& tm_;
  std::mt19937 random_;
  std::vector<Term> booleans_, vectors_, seen_;
};

TEST_P(SolverTest, ClausesOfNestedFormulas) {
  const unsigned seeds = GetParam() == std::string_view("z3") ? 50 : 2000;
  unsigned unsatisfiable = 0;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE(seed);
    RandomFormulas formulas(tm, seed);
    auto s = make();
    std::vector<std::vector<Term>> clauses;
    for (unsigned round = 0; round < 3; ++round) {
      for (unsigned i = 0; i < 3; ++i) {
        std::vector<Term> clause(1 + formulas.below(3));
        for (Term& t : clause) t = formulas.formula(3);
        clauses.push_back(clause);
        if (clause.size() == 1)
          s->add(clause[0]);
        else
          s->addClause(clause);
      }
      const Term assumed = formulas.formula(2);
      auto assuming = clauses;
      assuming.push_back({assumed});
      ASSERT_EQ(check(*s, {assumed}), formulas.satisfiable(assuming) ? Answer::Sat : Answer::Unsat);
      const Answer answer = check(*s);
      ASSERT_EQ(answer, formulas.satisfiable(clauses) ? Answer::Sat : Answer::Unsat);
      unsatisfiable += answer == Answer::Unsat;
      for (const auto& clause : clauses)
        if (answer == Answer::Sat) {
          ASSERT_TRUE(std::ranges::any_of(clause, [&](Term t) { return s->value(t) == 1; }));
        }
    }
  }
  EXPECT_GT(unsatisfiable, seeds / 4);
  EXPECT_LT(unsatisfiable, 3 * seeds - seeds / 4);
}

// A guarded equality of n bits costs 2n clauses and no variable.
TEST(SatSolver, GuardedEqualitiesNeedNoVariables) {
  TermManager tm;
  auto s = makeSatSolver(tm);
  auto figure = [&](const std::string& name) {
    const Statistics statistics = s->statistics();
    for (const auto& e : statistics.entries())
      if (e.first == name) return e.second;
    return -1.0;
  };
  const Term x = tm.var(tm.newSymbol("x", 32)), y = tm.var(tm.newSymbol("y", 32)),
             p = tm.var(tm.newSymbol("p", 1));
  const Term mention[] = {tm.ult(x, y), tm.ult(y, x), p};
  s->addClause(mention);
  const double variables = figure("sat.variables"), clauses = figure("sat.clauses");
  const Term guarded[] = {tm.notOf(p), tm.eq(x, y)};
  s->addClause(guarded);
  EXPECT_EQ(figure("sat.variables"), variables);
  EXPECT_EQ(figure("sat.clauses"), clauses + 64);
}

INSTANTIATE_TEST_SUITE_P(Both, SolverTest, testing::Values("sat", "z3"),
                         [](const auto& name) { return std::string(name.param); });

} // namespace
} // namespace heddle::logic
