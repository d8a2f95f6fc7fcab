// Verdicts on small models, under every reduction, and the counterexamples' confirmation.
#include "check.h"

namespace heddle::explore {
namespace {

using ccfg::Property;
using engine::Verdict;

TEST(Explore, LostUpdate) {
  expectVerdict(models::lostUpdate, Property::Assert, "false");
  expectVerdict(models::lostUpdate, Property::Race, "false");
  expectVerdict(models::lostUpdate, Property::Deadlock, "true");
}

TEST(Explore, LockedUpdate) { expectVerdict(models::lockedUpdate, {ccfg::PropertySet::defaults()}, "true"); }

TEST(Explore, Peterson) { expectVerdict(models::peterson, {ccfg::PropertySet::defaults()}, "true"); }

TEST(Explore, PetersonWithFlagAfterTurnFails) {
  std::string text = models::peterson;
  const std::string flag = "A: -> B: store.4.seq_cst &flag0 1:32",
                    turn = "B: -> W: store.4.seq_cst &turn 1:32";
  text.replace(text.find(flag), flag.size(), "A: -> B: store.4.seq_cst &turn 1:32");
  text.replace(text.find(turn), turn.size(), "B: -> W: store.4.seq_cst &flag0 1:32");
  expectVerdict(text, Property::Assert, "false");
  expectVerdict(text, Property::Race, "false");
}

TEST(Explore, OppositeLockOrders) {
  expectVerdict(models::abba, Property::Deadlock, "false");
  expectVerdict(models::abba, Property::Assert, "true");
}

TEST(Explore, Philosophers) {
  expectVerdict(models::philosophers(3), Property::Deadlock, "false");
  std::string text = models::philosophers(3); // the last one takes the forks in the other order
  const size_t last = text.find("thread p2");
  std::string tail = text.substr(last);
  for (size_t i; (i = tail.find("&f2")) != std::string::npos;) tail.replace(i, 3, "&fX");
  for (size_t i; (i = tail.find("&f0")) != std::string::npos;) tail.replace(i, 3, "&f2");
  for (size_t i; (i = tail.find("&fX")) != std::string::npos;) tail.replace(i, 3, "&f0");
  expectVerdict(text.substr(0, last) + tail, Property::Deadlock, "true");
}

// Two threads of two steps each, with no data in common: the product of 3 by 3 locations.
TEST(Explore, NaiveStateCounts) {
  const auto p = models::parse(R"model(
program LP64
object x global 4
object y global 4
thread main {
  entry A exit Z
  A: -> B: fork other
  B: -> C: store.4 &x 1:32
  C: -> Z: store.4 &x 2:32
}
thread other {
  entry A exit Z
  A: -> B: store.4 &y 1:32
  B: -> Z: store.4 &y 2:32
}
)model");
  ExploreOptions options;
  options.reduction = Reduction::None;
  const engine::Result naive = explore(*p, {ccfg::PropertySet::defaults()}, options);
  EXPECT_EQ(naive.verdict, Verdict::True);
  EXPECT_EQ(statistic(naive, "explore.states"), 1 + 9);
  EXPECT_EQ(statistic(naive, "explore.transitions"), 1 + 12);
  options.reduction = Reduction::Local; // nothing is shared
  EXPECT_EQ(statistic(explore(*p, {ccfg::PropertySet::defaults()}, options), "explore.states"), 3);
}

// Two threads that do the same under one lock.
const char* const critical = R"model(
program LP64
object x global 4
object m global 4
thread main {
  reg %l:32 %r:32
  entry A exit Z
  A: -> B: fork other
  B: -> C: atomic %l := load.4.seq_cst &m; assume (eq %l 0:32); store.4.seq_cst &m %self sync acquire &m primitive library
  C: -> D: %r := load.4 &x
  D: -> E: store.4 &x (add %r 1:32)
  E: -> Z: store.4.seq_cst &m 0:32 sync release &m primitive library
}
thread other {
  reg %l:32 %r:32
  entry A exit Z
  A: -> B: atomic %l := load.4.seq_cst &m; assume (eq %l 0:32); store.4.seq_cst &m %self sync acquire &m primitive library
  B: -> C: %r := load.4 &x
  C: -> D: store.4 &x (add %r 1:32)
  D: -> Z: store.4.seq_cst &m 0:32 sync release &m primitive library
}
)model";

// The start, both about to lock, one of them done (two states), both done.
TEST(Explore, ACriticalSectionIsOneStep) {
  const auto p = models::parse(critical);
  EXPECT_EQ(statistic(explore(*p, {ccfg::PropertySet::defaults()}, {}), "explore.states"), 5);
}

// Main reads x without the lock, but only after it has joined both: neither can end while the other is
// inside.
TEST(Explore, WhatComesAfterAJoinDoesNotDisturb) {
  const auto p = models::parse(models::lockedUpdate);
  ExploreOptions naive;
  naive.reduction = Reduction::None;
  EXPECT_EQ(statistic(explore(*p, {ccfg::PropertySet::defaults()}, naive), "explore.states"), 30);
  EXPECT_LE(statistic(explore(*p, {ccfg::PropertySet::defaults()}, {}), "explore.states"), 9);
}

// A lock that one of them does not take, or that anybody releases, keeps nobody out.
TEST(Explore, LocksThatDoNotProtect) {
  const std::string take = "atomic %l := load.4.seq_cst &m; assume (eq %l 0:32); store.4.seq_cst &m %self "
                           "sync acquire &m primitive library";
  std::string forgotten = critical;
  forgotten.replace(forgotten.rfind(take), take.size(), "skip");
  expectVerdict(forgotten, Property::Race, "false");
  std::string forced = critical;
  forced.replace(forced.rfind(take), take.size(), "store.4.seq_cst &m 0:32");
  expectVerdict(forced, Property::Race, "false");
}

} // namespace
} // namespace heddle::explore
