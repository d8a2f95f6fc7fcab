// What recorded events do to locks.
#include "builder.h"
#include "trace/lockevents.h"

#include <gtest/gtest.h>

namespace heddle::trace::testing {

namespace {

// Sites in the order of `kinds`, from 1; every event is at one lock.
class OneLock {
public:
  explicit OneLock(const std::vector<std::string>& kinds) : kinds_(kinds) {
    Builder b;
    std::string lines;
    for (const std::string& k : kinds) lines += k + "\t0\t-\t1\t1\t\tmain\tm\n";
    b.module(lines);
    trace_ = b.parse();
  }

  // "acquires", "releases", with "shared" and "in a wait"; empty: nothing.
  std::string follow(const std::string& kind, uint64_t result = 0) {
    const auto site = static_cast<uint32_t>(std::ranges::find(kinds_, kind) - kinds_.begin() + 1);
    const LockEvent e = locks_.follow(trace_, event(EventKind::Sync, site, lock, 0, result));
    if (!e.acquires() && !e.releases()) return "";
    return std::string(e.acquires() ? "acquires" : "releases") + (e.shared ? " shared" : "") +
           (e.inWait ? " in a wait" : "");
  }
  bool holds() const { return locks_.holds(lock); }

private:
  static constexpr uint64_t lock = 0x3000;
  std::vector<std::string> kinds_;
  Trace trace_;
  LocksOfThread locks_;
};

} // namespace

TEST(LockEvents, ResultsTellWhoHasTheLock) {
  OneLock m({"lock", "trylock", "unlock"});
  EXPECT_EQ(m.follow("trylock", 16), "");
  EXPECT_FALSE(m.holds());
  EXPECT_EQ(m.follow("unlock"), ""); // of what it does not hold
  EXPECT_EQ(m.follow("trylock"), "acquires");
  EXPECT_EQ(m.follow("lock", 35), ""); // would wait for itself
  EXPECT_TRUE(m.holds());
  EXPECT_EQ(m.follow("unlock"), "releases");
  EXPECT_FALSE(m.holds());
}

TEST(LockEvents, OthersNoticeTheOutermostLevel) {
  OneLock m({"lock", "unlock"});
  EXPECT_EQ(m.follow("lock"), "acquires");
  EXPECT_EQ(m.follow("lock"), "");
  EXPECT_EQ(m.follow("unlock"), "");
  EXPECT_TRUE(m.holds());
  EXPECT_EQ(m.follow("unlock"), "releases");
}

TEST(LockEvents, AnUnlockReleasesInTheModeOfItsLock) {
  OneLock m({"lock", "rdlock", "unlock"});
  EXPECT_EQ(m.follow("rdlock"), "acquires shared");
  EXPECT_EQ(m.follow("unlock"), "releases shared");
  EXPECT_EQ(m.follow("lock"), "acquires");
  EXPECT_EQ(m.follow("unlock"), "releases");
}

TEST(LockEvents, AWaitGivesTheMutexAwayAndTakesItAgain) {
  OneLock m({"lock", "unlock", "wait-release", "wait-acquire", "signal"});
  EXPECT_EQ(m.follow("lock"), "acquires");
  EXPECT_EQ(m.follow("wait-release"), "releases in a wait");
  EXPECT_FALSE(m.holds());
  EXPECT_EQ(m.follow("signal"), "");
  EXPECT_EQ(m.follow("wait-acquire"), "acquires in a wait");
  EXPECT_EQ(m.follow("unlock"), "releases");
}

} // namespace heddle::trace::testing
