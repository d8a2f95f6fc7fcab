// Which assumptions of a program a result rests on.
#include "engine/assumptions.h"

#include "ccfg/text.h"

#include <gtest/gtest.h>

namespace heddle::engine {
namespace {

using ccfg::EdgeId;

// A value is approximated, stored, and read again; then main fails.
constexpr const char* model = R"(program LP64
assumption 0 havocked-function adds "the result of f is arbitrary"
object x global 4
thread main {
  reg %v:32
  reg %w:32
  entry A exit Z
  A: -> B: %v := nondet
  B: -> C: store.4 &x %v
  C: -> D: %w := load.4 &x
  D:
    -> E: assume (eq CONDITION 0:32)
    -> Z: assume (not (eq CONDITION 0:32))
  E: -> Z: assert 0:1 "never"
}
)";

struct Failing {
  explicit Failing(const std::string& condition) {
    std::string text = model;
    for (size_t at; (at = text.find("CONDITION")) != std::string::npos;) text.replace(at, 9, condition);
    p = ccfg::parseText(text, "model");
    p->edges[0].assumption = 0;
    for (const EdgeId e : {0u, 1u, 2u, 3u, 5u}) s.steps.push_back({1, e, {}});
    s.steps[0].values = {0};
    s.violation = {ccfg::Property::Assert, "never", 1, 5, 0, ccfg::none};
  }
  std::unique_ptr<ccfg::Program> p;
  ccfg::Schedule s;
};

TEST(ModelAssumptions, AValueThatDecidesABranchDecidesTheViolation) {
  const Failing f("%w");
  ASSERT_EQ(modelAssumptions(*f.p, f.s).size(), 1u);
  EXPECT_TRUE(modelAssumptions(*f.p, f.s)[0].addsBehaviours);
}

TEST(ModelAssumptions, AValueThatNobodyLooksAtDoesNot) {
  const Failing f("0:32");
  EXPECT_TRUE(modelAssumptions(*f.p, f.s).empty());
}

TEST(ModelAssumptions, BehindAnUnknownEffectEverythingDepends) {
  Failing f("0:32");
  f.p->assumptions[0].missesBehaviours = true;
  EXPECT_EQ(modelAssumptions(*f.p, f.s).size(), 1u);
}

TEST(ModelAssumptions, OneWithoutAPlaceIsRestedOn) {
  Failing f("0:32");
  f.p->edges[0].assumption = ccfg::none;
  EXPECT_EQ(modelAssumptions(*f.p, f.s).size(), 1u);
}

TEST(ModelAssumptions, AProofRestsOnWhatIsReached) {
  const Failing f("0:32");
  EXPECT_EQ(modelAssumptions(*f.p, everything(*f.p)).size(), 1u);
  EXPECT_TRUE(modelAssumptions(*f.p, reachedBy(*f.p, [](EdgeId e) { return e != 0; })).empty());
}

} // namespace
} // namespace heddle::engine
