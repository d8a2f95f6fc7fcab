// Witnesses as JSON: what is written is read back, and what is no witness is refused. And what a replay makes
// of programs that do not follow their plan.
#include "replay/replay.h"

#include "support/error.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::replay {
namespace {

Witness example() {
  Witness w;
  w.command = {"/bin/true"};
  w.strict = true;
  w.property = ccfg::Property::LockMisuse;
  WitnessStep s;
  s.thread = 2;
  s.module = 0xfe;
  s.index = 3;
  s.occurrence = 4;
  s.role = Role::Blocks;
  s.bytes = 8;
  s.where = "a.c:5";
  s.what = "locks m";
  w.steps = {s};
  return w;
}

TEST(Witness, IsReadBackAsItWasWritten) {
  const Witness w = witnessFromJson(toJson(example()), "w.json");
  EXPECT_EQ(w.property, ccfg::Property::LockMisuse);
  EXPECT_TRUE(w.strict);
  EXPECT_EQ(toJson(w), toJson(example()));
}

TEST(Witness, PropertiesKeepTheirNames) {
  using ccfg::Property;
  for (const auto& [property, name] :
       {std::pair{Property::Atomicity, "atomicity"}, std::pair{Property::Race, "race"},
        std::pair{Property::Deadlock, "deadlock"}, std::pair{Property::Assert, "assert"},
        std::pair{Property::LockMisuse, "lock-misuse"}}) {
    Witness w = example();
    w.property = property;
    EXPECT_EQ(toJson(w)["property"], name);
    EXPECT_EQ(witnessFromJson(toJson(w), "w.json").property, property);
  }
}

TEST(Witness, WhatARunCantShowIsRefused) {
  for (const char* property : {"memory", "overflow", "colour"}) {
    auto json = toJson(example());
    json["property"] = property;
    EXPECT_THROW(witnessFromJson(json, "w.json"), InputError) << property;
  }
}

// Programs that know nothing of plans.
TEST(Replay, AProgramThatEndsBeforeItsStepHasDiverged) {
  const Result r = replay(example(), 5, true, Budget());
  EXPECT_EQ(r.outcome, Outcome::Diverged);
  EXPECT_NE(r.text.find("ended with exit code 0 before step 1 of 1"), std::string::npos) << r.text;
}

TEST(Replay, AProgramThatMakesNoStepIsEnded) {
  Witness w = example();
  w.command = {"/bin/sleep", "60"};
  const Result r = replay(w, 0.1, true, Budget());
  EXPECT_EQ(r.outcome, Outcome::TimedOut);
  EXPECT_NE(r.text.find("never reached it"), std::string::npos) << r.text;
}

TEST(Replay, NorDoesItOutliveTheBudget) {
  Witness w = example();
  w.command = {"/bin/sleep", "60"};
  w.property = ccfg::Property::Deadlock;
  Budget budget;
  budget.setTimeout(0.1);
  const Result r = replay(w, 60, true, budget);
  EXPECT_EQ(r.outcome, Outcome::TimedOut);
  EXPECT_NE(r.text.find("out of time"), std::string::npos) << r.text;
}

TEST(Replay, AProgramThatIsNotThereCantBeRun) {
  Witness w = example();
  w.command = {"/nowhere/program"};
  EXPECT_THROW(replay(w, 1, true, Budget()), UsageError);
}

} // namespace
} // namespace heddle::replay
