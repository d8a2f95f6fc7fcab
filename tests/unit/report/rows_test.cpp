#include "report/rows.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using Kind = Effect::Kind;

Event step(uint32_t thread, uint32_t line, std::vector<Effect> effects) {
  Event e;
  e.thread = thread;
  e.pos = {1, line, 1};
  e.effects = std::move(effects);
  return e;
}

Effect read(std::string cell, std::string value) {
  return {Kind::Read, std::move(cell), "", std::move(value)};
}
Effect write(std::string cell, std::string before, std::string after) {
  return {Kind::Write, std::move(cell), std::move(before), std::move(after)};
}

TEST(Rows, AStepWithoutEffectIsLeftOut) {
  Story story;
  story.events = {step(1, 3, {}), step(1, 4, {read("x", "0")})};
  const auto rows = rowsOf(story);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].pos.line, 4u);
}

TEST(Rows, TheFailingStepIsShownEvenWithoutEffect) {
  Story story;
  story.events = {step(1, 4, {read("x", "0")}), step(1, 5, {})};
  const auto rows = rowsOf(story);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_FALSE(rows[0].failing);
  EXPECT_TRUE(rows[1].failing);
}

TEST(Rows, NoStepFailsWhenTheViolationIsPending) {
  Story story;
  story.events = {step(1, 4, {read("x", "0")})};
  story.pending.resize(2);
  EXPECT_FALSE(rowsOf(story)[0].failing);
}

TEST(Rows, StepsOnOneLineAreOneRow) {
  Story story;
  story.events = {step(1, 4, {read("x", "0")}), step(1, 4, {read("y", "7")}),
                  step(1, 4, {write("z", "0", "7")})};
  const auto rows = rowsOf(story);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].effects.size(), 3u);
}

TEST(Rows, AnotherThreadInBetweenSplitsThem) {
  Story story;
  story.events = {step(1, 4, {read("x", "0")}), step(2, 4, {read("x", "0")}),
                  step(1, 4, {write("x", "0", "1")})};
  EXPECT_EQ(rowsOf(story).size(), 3u);
}

TEST(Rows, AnIncrementIsShownAsItsWrite) {
  Story story;
  story.events = {step(1, 4, {read("x", "0")}), step(1, 4, {write("x", "0", "1")})};
  const auto rows = rowsOf(story);
  ASSERT_EQ(rows[0].effects.size(), 1u);
  EXPECT_EQ(phrase(rows[0].effects[0]), "x: 0 -> 1");
}

TEST(Rows, TheSameReadIsToldOnce) {
  Story story;
  story.events = {step(1, 4, {read("i", "0")}), step(1, 4, {read("x", "1")}), step(1, 4, {read("i", "0")}),
                  step(1, 4, {read("x", "2")})};
  const auto rows = rowsOf(story);
  ASSERT_EQ(rows[0].effects.size(), 3u);
  EXPECT_EQ(phrase(rows[0].effects[2]), "reads x = 2");
}

TEST(Rows, AReadThatTheWriteDoesNotTellStays) {
  Story story;
  story.events = {step(1, 4, {read("x", "0")}), step(2, 9, {write("x", "0", "5")}),
                  step(1, 4, {write("x", "5", "1")})};
  const auto rows = rowsOf(story);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(phrase(rows[0].effects[0]), "reads x = 0");
  EXPECT_EQ(phrase(rows[2].effects[0]), "x: 5 -> 1");
}

TEST(Rows, LongStretchesOfOneThreadKeepTheirEnds) {
  std::vector<Row> rows;
  for (uint32_t i = 1; i <= 100; ++i) rows.push_back({2, {1, i, 1}, "", {}, false, 0});
  rows.push_back({1, {1, 7, 1}, "", {}, true, 0});
  const auto kept = shorten(rows);
  ASSERT_EQ(kept.size(), 18u);
  EXPECT_EQ(kept[7].pos.line, 8u);
  EXPECT_EQ(kept[8].omitted, 84u);
  EXPECT_EQ(kept[9].pos.line, 93u);
  EXPECT_TRUE(kept.back().failing);
}

TEST(Rows, WhatMainSetsUpIsFolded) {
  Story story;
  for (uint32_t line = 1; line <= 20; ++line) story.events.push_back(step(1, line, {read("x", "0")}));
  story.events.push_back(step(2, 30, {read("x", "0")}));
  const auto rows = shorten(rowsOf(story));
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_EQ(rows[0].omitted, 14u);
  EXPECT_EQ(rows[1].pos.line, 15u);
  EXPECT_EQ(rows[7].thread, 2u);
}

} // namespace
} // namespace heddle::report
