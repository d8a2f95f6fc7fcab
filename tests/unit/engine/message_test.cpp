// A result survives the way from one process to another.
#include "engine/message.h"
#include "support/error.h"

#include "ccfg/text.h"

#include <gtest/gtest.h>

namespace heddle::engine {
namespace {

std::unique_ptr<ccfg::Program> waitingProgram() {
  return ccfg::parseText(
      "program LP64\nthread main {\n  reg %a:1\n  entry A exit Z\n  A: -> Z: %a := nondet\n}\n", "model");
}

TEST(Message, CarriesAllOfAResult) {
  const auto p = waitingProgram();
  Result r;
  r.verdict = Verdict::False;
  r.why = "bytes that are no text: \xff";
  r.engine = "explore";
  r.asked = ccfg::PropertySet::defaults();
  r.proved.add(ccfg::Property::Race);
  r.statistics.set("explore.states", 12.5);
  ccfg::Assumption a;
  a.kind = ccfg::AssumptionKind::AddressReuse;
  a.text = "places are not used again";
  a.pos = {1, 2, 3};
  a.missesBehaviours = true;
  r.assumptions.push_back(a);
  ccfg::Schedule s;
  s.steps.push_back({1, 0, {1}});
  s.violation.property = ccfg::Property::Assert;
  r.evidence = s;

  const Result read = fromMessage(toMessage(r, *p), *p);
  EXPECT_EQ(read.verdict, r.verdict);
  EXPECT_EQ(read.why, r.why);
  EXPECT_EQ(read.engine, r.engine);
  EXPECT_EQ(read.asked, r.asked);
  EXPECT_EQ(read.proved, r.proved);
  EXPECT_EQ(read.statistics.entries(), r.statistics.entries());
  ASSERT_EQ(read.assumptions.size(), 1u);
  EXPECT_EQ(read.assumptions[0].kind, a.kind);
  EXPECT_EQ(read.assumptions[0].text, a.text);
  EXPECT_EQ(read.assumptions[0].pos, a.pos);
  EXPECT_TRUE(read.assumptions[0].missesBehaviours);
  EXPECT_FALSE(read.assumptions[0].addsBehaviours);
  ASSERT_NE(read.counterexample(), nullptr);
  ASSERT_EQ(read.counterexample()->steps.size(), 1u);
  EXPECT_EQ(read.counterexample()->steps[0].values, std::vector<uint64_t>{1});
}

TEST(Message, RefusesWhatIsNone) {
  const auto p = waitingProgram();
  EXPECT_THROW(fromMessage({}, *p), InputError);
  EXPECT_THROW(fromMessage({0xa0}, *p), InputError); // an empty object
  std::vector<uint8_t> cut = toMessage({}, *p);
  cut.pop_back();
  EXPECT_THROW(fromMessage(cut, *p), InputError);
}

} // namespace
} // namespace heddle::engine
