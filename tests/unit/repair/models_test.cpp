// The atomicity formula: minimal models, the cheapest first.
#include "repair/models.h"

#include "ccfg/text.h"

#include <gtest/gtest.h>

namespace heddle::repair {
namespace {

// Four statements of one block.
constexpr const char* text = R"(program LP64
frame 1 main
statement 1 compound main t.c 0 90
statement 2 expression main t.c 10 20 parent 1
statement 3 expression main t.c 20 30 parent 1
statement 4 expression main t.c 30 40 parent 1
statement 5 expression main t.c 40 50 parent 1
object x global 4
thread main {
  function main
  reg %a:32
  entry L0 exit L1
  L0:
    e0 -> L2: store.4 &x 1:32 stmt 2 stack 1
  L1:
  L2:
    e1 -> L3: store.4 &x 2:32 stmt 3 stack 1
  L3:
    e2 -> L4: store.4 &x 3:32 stmt 4 stack 1
  L4:
    e3 -> L1: store.4 &x 4:32 stmt 5 stack 1
}
)";

class AtomicityFormulaTest : public testing::Test {
protected:
  std::vector<Model> models(AtomicityFormula& f) {
    std::vector<Model> out;
    while (const auto m = f.next()) {
      out.push_back(*m);
      f.exclude(*m);
    }
    return out;
  }

  std::unique_ptr<ccfg::Program> program_ = ccfg::parseText(text, "t.ccfg");
  ccfg::analysis::Facts facts_{*program_};
  SectionMap sections_{facts_};
  const Section a_{2, 3}, b_{3, 4}, c_{4, 5};
  AtomicityFormula formula_{sections_, [this](const Model& m) {
                              unsigned n = 0;
                              for (const Section& s : m) n += 10 + sections_.size(s);
                              return n;
                            }};
};

TEST_F(AtomicityFormulaTest, TheEmptyFormulaAsksForNothing) {
  EXPECT_EQ(models(formula_), std::vector<Model>{{}});
}

TEST_F(AtomicityFormulaTest, MinimalModels) {
  formula_.add({a_, c_});
  formula_.add({c_, a_, b_}); // says no more
  EXPECT_EQ(formula_.clauses().size(), 1U);
  EXPECT_EQ(models(formula_), (std::vector<Model>{{a_}, {c_}}));
}

TEST_F(AtomicityFormulaTest, SectionsThatOverlapAreOne) {
  formula_.add({a_});
  formula_.add({b_});
  EXPECT_EQ(models(formula_), (std::vector<Model>{{{2, 4}}}));
}

TEST_F(AtomicityFormulaTest, NothingIncludesASolution) {
  formula_.exclude({a_});
  formula_.add({a_, c_});
  EXPECT_EQ(models(formula_), (std::vector<Model>{{c_}}));
}

TEST_F(AtomicityFormulaTest, SectionsAreBetweenTheirStatements) {
  EXPECT_EQ(sections_.around(0, {}, 1), a_);
  EXPECT_EQ(sections_.extent(a_).inside.size(), 1U);
  EXPECT_EQ(sections_.extent(a_).edges.size(), 2U);
  EXPECT_EQ(sections_.shrunk({2, 4}), (std::vector<Section>{{3, 4}, {2, 3}}));
  EXPECT_TRUE(sections_.contains(Section{2, 5}, b_));
  EXPECT_FALSE(sections_.contains(a_, b_));
}

} // namespace
} // namespace heddle::repair
