#include "analysis_models.h"

#include "ccfg/analysis/analysis.h"
#include "ccfg/analysis/locks/locksets.h"
#include "ccfg/analysis/locks/mutexes.h"

#include <gtest/gtest.h>

namespace heddle::ccfg::analysis {
namespace {

std::string lock(const std::string& m) {
  return "atomic %o := load.4 " + m + "; assume (eq %o 0:32); store.4 " + m + " %self sync acquire " + m;
}
std::string unlock(const std::string& m) { return "store.4 " + m + " 0:32 sync release " + m; }

struct Locked {
  explicit Locked(const std::string& text) : p(model(text)), facts(*p), locksets(facts.locksets()) {}

  // "m n(m)": holds m, and n with m acquired since.
  std::string held(LocId l) const {
    std::string result;
    for (const HeldLock& h : locksets.held(l)) {
      result += (result.empty() ? "" : " ") + name(h.lock) + (h.exclusive ? "" : "/shared");
      h.history.forEach([&](size_t other) { result += "(" + name(other) + ")"; });
    }
    return result;
  }
  std::string name(size_t l) const {
    return describe(*p, Target{locksets.locks()[l].object, Offsets::exact(locksets.locks()[l].offset)});
  }

  std::unique_ptr<Program> p;
  Facts facts;
  const Locksets& locksets;
};

const std::string objects = "object m global 4\nobject n global 4\nobject x global 4\n";
const std::string registers = "  reg %o:32 %c:1 %h:32 %p:64\n";

// Two threads that nest m and n in opposite orders.
std::string nested() {
  return objects + "thread main {\n" + registers + "  entry L0 exit L1\n" +
         "  L0: -> L2: %h := fork worker\n"
         "  L2: -> L3: " +
         lock("&m") + "\n" + "  L3: -> L4: " + lock("&n") + "\n" + "  L4: -> L5: " + unlock("&n") + "\n" +
         "  L5: -> L6: store.4 &x 1:32\n"
         "  L6: -> L1: " +
         unlock("&m") + "\n}\n" + "thread worker {\n" + registers + "  entry L7 exit L8\n" +
         "  L7: -> L9: " + lock("&n") + "\n" + "  L9: -> L10: " + lock("&m") + "\n" +
         "  L10: -> L11: " + unlock("&m") + "\n" +
         "  L11: -> L12: store.4 &x 2:32\n"
         "  L12: -> L8: " +
         unlock("&n") + "\n}\n";
}

TEST(Locksets, HeldWithHistories) {
  Locked l(nested());
  EXPECT_EQ(l.held(2), "");
  EXPECT_EQ(l.held(3), "m");
  EXPECT_EQ(l.held(4), "m(n) n");
  EXPECT_EQ(l.held(5), "m(n)");
  EXPECT_EQ(l.held(1), "");
  EXPECT_EQ(l.held(11), "n(m)");
}

TEST(Locksets, ExclusionByLocksAndByHistories) {
  Locked l(nested());
  EXPECT_TRUE(l.locksets.exclude(4, 10));
  EXPECT_TRUE(l.locksets.exclude(4, 9));
  EXPECT_FALSE(l.locksets.exclude(3, 9)); // the deadlock
  EXPECT_TRUE(l.locksets.exclude(5, 11)); // disjoint locksets, incompatible histories
  EXPECT_FALSE(l.locksets.exclude(3, 11));
  EXPECT_FALSE(l.locksets.exclude(2, 10));
}

TEST(Locksets, BranchesMeet) {
  Locked l(objects + "thread main {\n" + registers + "  entry L0 exit L1\n" + "  L0: -> L2: " + lock("&m") +
           "\n" +
           "  L2: -> L3: assume %c\n      -> L6: assume (not %c)\n"
           "  L3: -> L4: " +
           lock("&n") + "\n" + "  L4: -> L5: " + unlock("&n") + "\n" +
           "  L5: -> L6: skip\n"
           "  L6: -> L7: store.4 &x 1:32\n"
           "  L7: -> L1: " +
           unlock("&m") + "\n}\n");
  EXPECT_EQ(l.held(5), "m(n)");
  EXPECT_EQ(l.held(6), "m"); // n was acquired on one way only
}

TEST(Locksets, SharedLocksDoNotExcludeEachOther) {
  Locked l(objects + "thread main {\n" + registers + "  entry L0 exit L1\n" +
           "  L0: -> L2: %h := fork worker\n"
           "  L2: -> L3: atomic %o := load.4 &m; store.4 &m (add %o 1:32) sync acquire-shared &m\n"
           "  L3: -> L1: atomic %o := load.4 &m; store.4 &m (sub %o 1:32) sync release-shared &m\n}\n"
           "thread worker {\n" +
           registers + "  entry L4 exit L5\n" +
           "  L4: -> L6: atomic %o := load.4 &m; store.4 &m (add %o 1:32) sync acquire-shared &m\n"
           "  L6: -> L7: atomic %o := load.4 &m; store.4 &m (sub %o 1:32) sync release-shared &m\n"
           "  L7: -> L8: " +
           lock("&m") + "\n" + "  L8: -> L5: " + unlock("&m") + "\n}\n");
  EXPECT_EQ(l.held(3), "m/shared");
  EXPECT_FALSE(l.locksets.exclude(3, 6));
  EXPECT_TRUE(l.locksets.exclude(3, 8));
}

TEST(Locksets, WaitingLetsGo) {
  Locked l(
      objects + "object cond global 4\nthread main {\n" + registers + "  entry L0 exit L1\n" +
      "  L0: -> L2: " + lock("&m") + "\n" +
      "  L2: -> L3: store.4 &m 0:32 sync wait-begin &cond &m\n"
      "  L3: -> L4: atomic %o := load.4 &m; assume (eq %o 0:32); store.4 &m %self sync wait-end &cond &m\n"
      "  L4: -> L1: " +
      unlock("&m") + "\n}\n");
  EXPECT_EQ(l.held(2), "m");
  EXPECT_EQ(l.held(3), "");
  EXPECT_EQ(l.held(4), "m");
}

TEST(Locksets, LocksThatCannotBeToldApartAreNotHeld) {
  Locked l(objects + "thread main {\n" + registers + "  entry L0 exit L1\n" + "  L0: -> L2: " + lock("&m") +
           "\n" +
           "  L2: -> L3: %p := (ite %c &m &n)\n"
           "  L3: -> L4: " +
           lock("%p") + "\n" + "  L4: -> L5: " + unlock("%p") + "\n" + // may be m
           "  L5: -> L1: skip\n}\n");
  EXPECT_EQ(l.held(5), "");
  EXPECT_EQ(l.locksets.locks().size(), 1u);
}

// Main releases what the worker may hold; `before` is done first in main.
std::string opened(const std::string& before, const std::string& inMain) {
  return objects + "thread main {\n" + registers + "  entry L0 exit L1\n" + "  L0: -> L2: " + before +
         "\n  L2: -> L3: %h := fork worker\n" + "  L3: -> L1: " + inMain + "\n}\n" + "thread worker {\n" +
         registers + "  entry L4 exit L5\n" + "  L4: -> L6: " + lock("&m") + "\n" +
         "  L6: -> L5: " + unlock("&m") + "\n}\n";
}

TEST(Locksets, LocksThatMayBeBrokenOpenAreNotCounted) {
  EXPECT_EQ(Locked(opened("store.4 &m 0:32 sync init &m", "skip")).held(6), "m"); // before any use
  EXPECT_EQ(Locked(opened("skip", unlock("&m"))).held(6), ""); // by one who does not hold it
  EXPECT_EQ(Locked(opened("skip", "store.4 &m 0:32 sync init &m")).held(6), ""); // while in use
  EXPECT_EQ(Locked(opened("skip", "store.2 (add &m 2:64) 0:16")).held(6), "");   // by a plain write
  EXPECT_EQ(Locked(opened("skip", "store.4 &n 0:32")).held(6), "m");
}

// A lock for reading, a word, and an atomic section: one notion of what keeps others out.
TEST(Mutexes, LocksWordsAndSections) {
  const auto p = model(
      "object m global 4\nobject w global 4\nobject x global 4\nthread main {\n"
      "  reg %h:32 %o:32\n  entry L0 exit L9\n"
      "  L0: e0 -> L1: %h := fork worker\n"
      "  L1: e1 -> L2: " +
      lock("&m") +
      "\n  L2: e2 -> L3: store.4 &x 1:32\n"
      "  L3: e3 -> L4: " +
      unlock("&m") +
      "\n  L4: e4 -> L5: atomic %o := load.4.seq_cst &w; assume (eq %o 0:32); store.4.seq_cst &w 1:32\n"
      "  L5: e5 -> L6: store.4 &x 1:32\n"
      "  L6: e6 -> L7: store.4.seq_cst &w 0:32\n"
      "  L7: e7 -> L8: atomic-begin\n"
      "  L8: atomic\n      e8 -> L9: atomic-end\n}\n"
      "thread worker {\n  reg %o:32\n  entry K0 exit K9\n"
      "  K0: e9 -> K1: atomic %o := load.4 &m; assume (eq %o 0:32); store.4 &m %self "
      "sync acquire-shared &m\n"
      "  K1: e10 -> K2: " +
      unlock("&m") +
      "\n  K2: e11 -> K3: atomic %o := load.4.seq_cst &w; assume (eq %o 0:32); store.4.seq_cst &w 1:32\n"
      "  K3: e12 -> K4: store.4 &x 2:32\n"
      "  K4: e13 -> K9: store.4.seq_cst &w 0:32\n}\n");
  const Facts facts(*p);
  const Mutexes& m = facts.mutexes(OrderFrom::Waits);
  ASSERT_EQ(m.count(), 3u);
  const auto from = [&](EdgeId e) { return p->edges[e].from; };
  EXPECT_TRUE(m.isHeldExclusively(m.ofLock(0), from(2)));
  EXPECT_TRUE(m.isLock(m.ofLock(0)));
  EXPECT_TRUE(m.isHeld(m.ofLock(0), from(10)));
  EXPECT_FALSE(m.isHeldExclusively(m.ofLock(0), from(10)));
  EXPECT_TRUE(m.isHeldExclusively(m.ofWord(0), from(5)));
  EXPECT_FALSE(m.isLock(m.ofWord(0)));
  EXPECT_TRUE(m.isHeldExclusively(Mutexes::atomicity, from(8)));
  EXPECT_EQ(m.begin(m.ofLock(0), from(2)), 1u);
  EXPECT_TRUE(m.exclude(from(2), from(10)));
  EXPECT_TRUE(m.exclude(from(5), from(12)));
  EXPECT_FALSE(m.exclude(from(2), from(12)));
  const std::string printed = findAnalysis("mutexes")->print(facts);
  EXPECT_NE(printed.find("w, a word that means free if it is 0"), std::string::npos) << printed;
  EXPECT_NE(printed.find("store.4 &x 1:32: {m since e1}"), std::string::npos) << printed;
  EXPECT_NE(printed.find("{m (shared) since e9}"), std::string::npos) << printed;
}

} // namespace
} // namespace heddle::ccfg::analysis
