// Violations that few switches show, and nothing where there is none.
#include "ccfg/text.h"
#include "check/confirm.h"
#include "engines/sample/sample.h"

#include <gtest/gtest.h>

namespace heddle::sample {
namespace {

ccfg::PropertySet only(ccfg::Property property) {
  ccfg::PropertySet set;
  set.add(property);
  return set;
}

// A counterexample is executed before it is believed.
engine::Result ask(const std::string& text, ccfg::Property property, uint64_t executions = 500) {
  const auto p = ccfg::parseText("program LP64\n" + text, "model");
  SampleOptions options;
  options.executions = executions;
  engine::Result r = makeSample(options)->ask(*p, {only(property)});
  if (r.counterexample() != nullptr) check::confirm(*p, *r.counterexample(), only(property));
  return r;
}

std::string counter(const std::string& first, const std::string& expected) {
  return R"(
object x global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: %r := load.4 &x
  C: -> D: store.4 &x (add %r 1:32)
  D: -> E: join %h
  E: -> F: %r := load.4 &x
  F: -> Z: assert (eq %r )" +
         expected + R"() "x"
}
thread worker {
  reg %r:32
  entry A exit Z
  A: -> B: )" +
         first + R"(
  B: -> Z: store.4 &x (add %r 1:32)
}
)";
}

TEST(Sample, FindsALostUpdate) {
  const engine::Result r = ask(counter("%r := load.4 &x", "2:32"), ccfg::Property::Assert);
  ASSERT_EQ(r.verdict, engine::Verdict::False);
  EXPECT_EQ(r.counterexample()->violation.property, ccfg::Property::Assert);
}

TEST(Sample, ProvesNothing) {
  const engine::Result r = ask(counter("%r := load.4 &x", "%r"), ccfg::Property::Assert, 50);
  EXPECT_EQ(r.verdict, engine::Verdict::Unknown);
  EXPECT_EQ(r.why, "nothing found in 50 executions");
}

TEST(Sample, SeesTwoPendingAccesses) {
  EXPECT_EQ(ask(counter("%r := load.4 &x", "2:32"), ccfg::Property::Race).verdict, engine::Verdict::False);
}

TEST(Sample, SeesThatNobodyCanMove) {
  const char* const text = R"(
object x global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> Z: join %h
}
thread worker {
  reg %r:32
  entry A exit Z
  A: -> Z: atomic %r := load.4.seq_cst &x; assume (eq %r 1:32)
}
)";
  EXPECT_EQ(ask(text, ccfg::Property::Deadlock, 5).verdict, engine::Verdict::False);
}

} // namespace
} // namespace heddle::sample
