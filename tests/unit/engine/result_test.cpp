// What assumptions do to a verdict.
#include "engine/result.h"

#include <gtest/gtest.h>

namespace heddle::engine {
namespace {

Result resultWith(Verdict v, bool misses, bool adds) {
  Result r;
  r.verdict = v;
  r.proved.add(ccfg::Property::Assert);
  ccfg::Assumption a;
  a.text = "f is unknown";
  a.missesBehaviours = misses;
  a.addsBehaviours = adds;
  r.assumptions = {a};
  return r;
}

Verdict after(Verdict v, bool misses, bool adds, bool accept = false) {
  Result r = resultWith(v, misses, adds);
  applyAssumptions(r, accept);
  return r.verdict;
}

TEST(AssumptionsTest, MissedBehavioursBreakProofsOnly) {
  EXPECT_EQ(after(Verdict::True, true, false), Verdict::Unknown);
  EXPECT_EQ(after(Verdict::False, true, false), Verdict::False);
}

TEST(AssumptionsTest, InventedBehavioursBreakViolationsOnly) {
  EXPECT_EQ(after(Verdict::True, false, true), Verdict::True);
  EXPECT_EQ(after(Verdict::False, false, true), Verdict::Unknown);
}

TEST(AssumptionsTest, OnlyProofsMayRestOnAcceptedOnes) {
  EXPECT_EQ(after(Verdict::True, true, true, true), Verdict::True);
  EXPECT_EQ(after(Verdict::False, true, true, true), Verdict::Unknown);
}

TEST(AssumptionsTest, TheReasonIsSaidAndNothingIsProved) {
  Result r = resultWith(Verdict::True, true, false);
  applyAssumptions(r, false);
  EXPECT_EQ(r.why, "f is unknown");
  EXPECT_TRUE(r.proved.empty());
}

} // namespace
} // namespace heddle::engine
