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

TEST(Portfolio, StopsAtAProofWhoseAssumptionsAreAccepted) {
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
  engine::Question question;
  question.properties.add(ccfg::Property::Assert);
  const engine::Result asked = makePortfolio({}, {.jobs = 1})->ask(*p, question);
  EXPECT_EQ(asked.verdict, engine::Verdict::True);
  EXPECT_FALSE(asked.assumptions.empty());
  EXPECT_TRUE(ran(asked, "bounded"));
  question.acceptAssumptions = true;
  const engine::Result accepted = makePortfolio({}, {.jobs = 1})->ask(*p, question);
  EXPECT_EQ(accepted.verdict, engine::Verdict::True);
  EXPECT_EQ(accepted.engine, "explore");
  EXPECT_FALSE(ran(accepted, "bounded"));
}

} // namespace
} // namespace heddle::portfolio
