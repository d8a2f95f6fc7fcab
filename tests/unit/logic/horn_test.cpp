// Solutions of Horn clauses, read back as terms.
#include "logic/horn/horn.h"

#include "logic/solver.h"

#include <gtest/gtest.h>

namespace heddle::logic {
namespace {

class HornTest : public testing::Test {
protected:
  Term number(uint64_t v) { return terms_.constant(v, 32); }

  // At a loop head i and s are 0 at first, and both grow by one; `wrong` must not hold there.
  std::optional<std::vector<std::vector<Term>>> solveLoop(Term wrong, bool noWraps) {
    const HornAtom head{0, {i_, s_}};
    const HornAtom next{0, {terms_.add(i_, number(1)), terms_.add(s_, number(1))}};
    return solveHorn(terms_, {{{0, 1}}},
                     {{std::nullopt, {}, HornAtom{0, {number(0), number(0)}}},
                      {head, {terms_.slt(i_, number(1000))}, next},
                      {head, {wrong}, std::nullopt}},
                     noWraps, 5000);
  }

  bool implies(const std::vector<Term>& all, Term t) {
    std::vector<Term> query = all;
    query.push_back(terms_.notOf(t));
    return makeSatSolver(terms_)->check(query, Budget()) == Answer::Unsat;
  }

  TermManager terms_;
  Term i_ = terms_.var(terms_.newSymbol("i", 32)), s_ = terms_.var(terms_.newSymbol("s", 32));
};

TEST_F(HornTest, FindsWhatHoldsInEveryRound) {
  const auto solution = solveLoop(terms_.ne(i_, s_), true);
  ASSERT_TRUE(solution);
  EXPECT_TRUE(implies((*solution)[0], terms_.eq(i_, s_)));
}

TEST_F(HornTest, ThereIsNoSolutionWhereThatCanBeReached) {
  EXPECT_FALSE(solveLoop(terms_.eq(i_, number(3)), true));
}

TEST_F(HornTest, NumbersBelowZeroStaySo) {
  const auto solution = solveLoop(terms_.slt(s_, number(0)), false);
  ASSERT_TRUE(solution);
  EXPECT_TRUE(implies((*solution)[0], terms_.sle(number(0), s_)));
}

TEST_F(HornTest, BooleansAreRelationsOfTheirOwn) {
  const Term b = terms_.var(terms_.newSymbol("b", 1));
  const auto solution = solveHorn(terms_, {{{2}}},
                                  {{std::nullopt, {}, HornAtom{0, {terms_.trueTerm()}}},
                                   {HornAtom{0, {b}}, {}, HornAtom{0, {terms_.notOf(terms_.notOf(b))}}},
                                   {HornAtom{0, {b}}, {terms_.notOf(b)}, std::nullopt}},
                                  true, 5000);
  ASSERT_TRUE(solution);
  EXPECT_TRUE(implies((*solution)[0], b));
}

} // namespace
} // namespace heddle::logic
