// Budgets, file names, statistics.
#include "support/budget.h"
#include "support/error.h"
#include "support/source.h"
#include "support/statistics.h"

#include <gtest/gtest.h>

#include <thread>

namespace heddle {
namespace {

TEST(BudgetTest, NoLimitsNoEnd) {
  const Budget b;
  EXPECT_FALSE(b.exhausted());
  EXPECT_GT(b.remaining(), 1e9);
}

TEST(BudgetTest, Time) {
  Budget b;
  b.setTimeout(0.01);
  std::this_thread::sleep_for(std::chrono::milliseconds(15));
  EXPECT_EQ(b.exhausted(), "out of time (0.01 s)");
  EXPECT_LT(b.remaining(), 0);
  b.setTimeout(1000);
  EXPECT_FALSE(b.exhausted());
}

TEST(BudgetTest, MemoryIsLookedAtEveryNowAndThen) {
  Budget b;
  b.setMemoryLimit(UINT64_MAX);
  EXPECT_FALSE(b.exhausted().has_value());
  b.setMemoryLimit(1 << 20);
  std::optional<std::string> why;
  while (!why && b.elapsed() < 10) why = b.exhausted();
  EXPECT_EQ(why, "out of memory (1 MB)");
}

TEST(BudgetTest, Cancelling) {
  std::atomic<bool> flag = false;
  Budget b;
  b.setCancelFlag(&flag);
  EXPECT_FALSE(b.exhausted());
  flag = true;
  EXPECT_EQ(b.exhausted(), "interrupted");
}

TEST(FileTableTest, OneNumberAName) {
  FileTable files;
  const uint32_t a = files.add("a.c"), b = files.add("b.c");
  EXPECT_NE(a, 0u);
  EXPECT_NE(a, b);
  EXPECT_EQ(files.add("a.c"), a);
  EXPECT_EQ(files.name(b), "b.c");
  EXPECT_TRUE((SourcePos{a, 1, 0}).known());
  EXPECT_FALSE((SourcePos{0, 1, 0}).known());
}

TEST(StatisticsTest, KeepsOrderAndReplaces) {
  Statistics s;
  s.set("b", 1);
  s.set("a", 2);
  s.set("b", 3);
  ASSERT_EQ(s.entries().size(), 2u);
  EXPECT_EQ(s.entries()[0], (std::pair<std::string, double>{"b", 3}));
}

TEST(CheckTest, StaysOnAndNamesTheCondition) {
  try {
    HEDDLE_CHECK(1 > 2, "order");
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_STREQ(e.what(), "order (1 > 2)");
  }
}

} // namespace
} // namespace heddle
