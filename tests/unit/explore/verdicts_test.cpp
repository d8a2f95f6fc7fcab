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

TEST(Explore, LockedUpdate) { expectVerdict(models::lockedUpdate, ccfg::PropertySet::defaults(), "true"); }

TEST(Explore, Peterson) { expectVerdict(models::peterson, ccfg::PropertySet::defaults(), "true"); }

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
  const engine::Result naive = explore(*p, ccfg::PropertySet::defaults(), options);
  EXPECT_EQ(naive.verdict, Verdict::True);
  EXPECT_EQ(statistic(naive, "explore.states"), 1 + 9);
  EXPECT_EQ(statistic(naive, "explore.transitions"), 1 + 12);
  options.reduction = Reduction::Local; // nothing is shared
  EXPECT_EQ(statistic(explore(*p, ccfg::PropertySet::defaults(), options), "explore.states"), 3);
}

} // namespace
} // namespace heddle::explore
