// When the portfolio is content with an answer.
#include "portfolio/portfolio.h"

#include "ccfg/text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::portfolio {
namespace {

bool ran(const engine::Result& r, const std::string& engine) {
  return std::ranges::any_of(r.statistics.entries(),
                             [&](const auto& entry) { return entry.first.starts_with(engine + "."); });
}

engine::Question ofAssertions() {
  engine::Question question;
  question.properties.add(ccfg::Property::Assert);
  return question;
}

// Only steps of the model stand in the way, and whoever follows it meets them.
TEST(Portfolio, StopsWhereEverythingWasSeen) {
  const auto p = ccfg::parseText(R"(program LP64
assumption 0 recursion-bound misses "deeper calls are cut off"
thread main {
  reg %a:1
  entry A exit Z
  A: -> B: %a := nondet
  B:
    -> Z: assume (eq %a 0:1)
    -> C: assume (eq %a 1:1)
  C: -> Z: halt cutoff 0
}
)",
                                 "model");
  const engine::Result r = makePortfolio({}, {.jobs = 1})->ask(*p, ofAssertions());
  EXPECT_EQ(r.verdict, engine::Verdict::True);
  ASSERT_EQ(r.assumptions.size(), 1u);
  EXPECT_TRUE(r.assumptions[0].missesBehaviours);
  EXPECT_EQ(r.engine, "explore");
  EXPECT_FALSE(ran(r, "bounded"));
}

// A solver tries the values that explore leaves out.
TEST(Portfolio, GoesOnWhereNotAllValuesWereTried) {
  const auto p = ccfg::parseText(R"(program LP64
thread main {
  reg %a:32
  entry A exit Z
  A: -> B: %a := nondet
  B: -> Z: assert (ule (urem %a 7:32) 6:32) "holds"
}
)",
                                 "model");
  engine::Result r = makePortfolio({}, {.jobs = 1})->ask(*p, ofAssertions());
  engine::applyAssumptions(r, false);
  EXPECT_EQ(r.verdict, engine::Verdict::True);
  EXPECT_NE(r.engine, "explore");
}

} // namespace
} // namespace heddle::portfolio
