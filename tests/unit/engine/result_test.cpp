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

Result violating(ccfg::Property p, std::initializer_list<ccfg::Property> asked) {
  Result r;
  r.verdict = Verdict::False;
  for (const ccfg::Property q : asked) r.asked.add(q);
  ccfg::Schedule s;
  s.violation.property = p;
  r.evidence = s;
  return r;
}

TEST(ByProperty, WhatTheSearchDidNotComeToIsUnknown) {
  const Result r = violating(ccfg::Property::Race, {ccfg::Property::Assert, ccfg::Property::Race});
  const auto all = byProperty(r);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].property, ccfg::Property::Assert);
  EXPECT_EQ(all[0].verdict, Verdict::Unknown);
  EXPECT_EQ(all[0].why, "the search ended at the violation");
  EXPECT_EQ(all[1].verdict, Verdict::False);
}

TEST(ByProperty, TheSearchThatFindsNoMoreDecidesTheRest) {
  const Result r = violating(ccfg::Property::Race, {ccfg::Property::Assert, ccfg::Property::Race});
  Result rest;
  rest.verdict = Verdict::True;
  rest.asked = rest.proved = r.asked;
  const auto all = byProperty(r, {&rest});
  EXPECT_EQ(all[0].verdict, Verdict::True);
  EXPECT_EQ(all[1].verdict, Verdict::False);
}

TEST(ByProperty, ProvedPartsOfAnUnknownAreTrue) {
  Result r;
  r.why = "out of time";
  r.asked.add(ccfg::Property::Assert);
  r.asked.add(ccfg::Property::Race);
  r.proved.add(ccfg::Property::Race);
  const auto all = byProperty(r);
  EXPECT_EQ(all[0].verdict, Verdict::Unknown);
  EXPECT_EQ(all[0].why, "out of time");
  EXPECT_EQ(all[1].verdict, Verdict::True);
}

} // namespace
} // namespace heddle::engine
