// Stories of schedules that the exhaustive engine finds on text models: who ran, what was read and written,
// who waits.
#include "report/teller.h"

#include "ccfg/text.h"
#include "engines/explore/explore.h"
#include "report/result_json.h"
#include "report/rows.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

struct Told {
  std::unique_ptr<ccfg::Program> program;
  engine::Result result;
  Story story;

  std::vector<std::string> phrases(uint32_t thread) const {
    std::vector<std::string> all;
    for (const Event& e : story.events)
      if (e.thread == thread)
        for (const Effect& effect : e.effects) all.push_back(phrase(effect));
    return all;
  }
};

Told check(const std::string& text, ccfg::PropertySet asked = ccfg::PropertySet::defaults()) {
  Told told;
  told.program = ccfg::parseText(text, "model");
  told.result = explore::makeExplore({})->ask(*told.program, {asked});
  if (told.result.counterexample() == nullptr) return told;
  Teller teller;
  const interp::Replay replay =
      interp::replay(*told.program, *told.result.counterexample(), told.result.asked, &teller);
  EXPECT_TRUE(replay.reproduced) << replay.reason;
  told.story = teller.story(replay.violation);
  return told;
}

using Phrases = std::vector<std::string>;

// A wait gives a recursive mutex back once: held twice, it stays with the thread.
TEST(Story, AWaitThatKeepsItsMutex) {
  ccfg::PropertySet asked;
  asked.add(ccfg::Property::Deadlock);
  const Told told = check(R"model(
program LP64
object m global 4 @ a.c:1:1
object c global 8 @ a.c:2:1
thread main {
  reg %n:32 %r:64
  entry A exit Z
  A: -> B: atomic store.4 &m %self sync acquire &m @ a.c:4:1
  B: -> C: atomic store.8 &c 1:64 sync wait-begin &c &m reentrant @ a.c:5:1
  C: -> Z: atomic %r := load.8 &c; assume (eq %r 0:64) sync wait-end &c &m reentrant @ a.c:5:1
}
)model",
                          asked);
  EXPECT_EQ(told.phrases(1),
            (Phrases{"locks m", "m: 0 -> 1", "unlocks m, which stays locked, and waits on c", "c: 0 -> 1"}));
  ASSERT_EQ(told.story.pending.size(), 1u);
  EXPECT_EQ(told.story.pending[0].held.size(), 1u);
}

TEST(Story, BrokenBlock) {
  ccfg::PropertySet asked;
  asked.add(ccfg::Property::Atomicity);
  const Told told = check(R"model(
program LP64
object x global 4 @ a.c:1:1
thread main {
  reg %r:32 %h:32
  entry A exit Z
  A: -> B: %h := fork worker @ a.c:4:1
  B: -> C: transaction-begin @ a.c:5:1
  C: -> D: store.4 &x 1:32 @ a.c:6:1
  D: -> E: %r := load.4 &x @ a.c:7:1
  E: -> F: store.4 &x 2:32 @ a.c:8:1
  F: -> Z: transaction-end @ a.c:9:1
}
thread worker {
  reg %n:32
  entry A exit Z
  A: -> Z: %n := load.4 &x @ a.c:20:1
}
)model",
                          asked);
  ASSERT_EQ(told.story.broken.size(), 3u);
  EXPECT_EQ(told.story.broken[0].what, "writes x");
  EXPECT_EQ(told.story.broken[0].pos.line, 6u);
  EXPECT_EQ(told.story.broken[1].what, "reads x");
  EXPECT_EQ(told.story.broken[1].thread, 2u);
  EXPECT_EQ(told.story.broken[2].what, "writes x");
  EXPECT_EQ(told.story.broken[2].pos.line, 8u);
  EXPECT_FALSE(told.story.whyBroken.empty());
  const auto json = resultJson(told.result, *told.program, &told.story, {});
  EXPECT_EQ(json["violation"]["broken"].size(), 3u);
}

TEST(Story, ValuesReadAndWritten) {
  const Told told = check(R"model(
program LP64
object x global 4 @ a.c:1:1
  init 0 4 -7:32
thread main {
  reg %r:32 %h:32
  entry A exit Z
  A: -> B: %h := fork worker @ a.c:4:1
  B: -> C: join %h
  C: -> D: %r := load.4 &x @ a.c:5:1
  D: -> Z: assert (eq %r -7:32) "unchanged" @ a.c:6:1
}
thread worker {
  function work
  reg %n:8
  entry A exit Z
  A: -> B: %n := nondet 3 3 "input()"
  B: -> Z: store.4 &x (zext 32 %n)
}
)model");
  ASSERT_EQ(told.result.verdict, engine::Verdict::False);
  EXPECT_EQ(told.phrases(1), (Phrases{"starts thread 2", "thread 2 has ended", "reads x = 3"}));
  EXPECT_EQ(told.phrases(2), (Phrases{"input() gives 3", "x: -7 -> 3"}));
  ASSERT_EQ(told.story.threads.size(), 2u);
  EXPECT_EQ(told.story.threads[1].creator, 1u);
  EXPECT_EQ(told.story.threads[1].createdAt.line, 4u);
  EXPECT_EQ(told.story.violationPos.line, 6u);
  EXPECT_TRUE(rowsOf(told.story).back().failing);
}

std::string lock(const std::string& name, int line) {
  return "atomic %l := load.4.seq_cst &" + name + "; assume (eq %l 0:32); store.4.seq_cst &" + name +
         " %self sync acquire &" + name + " primitive library text \"lock(&" + name +
         ")\" @ a.c:" + std::to_string(line) + ":1\n";
}

std::string unlock(const std::string& name) {
  return "store.4.seq_cst &" + name + " 0:32 sync release &" + name + " primitive library\n";
}

// main takes a, then b, and writes x; the other thread is up to the test.
std::string lockModel(const std::string& other) {
  return "program LP64\nobject a global 4\nobject b global 4\nobject x global 4\n"
         "thread main {\n  reg %h:32 %l:32\n  entry A exit Z\n  A: -> B: %h := fork other\n  B: -> C: " +
         lock("a", 1) + "  C: -> D: " + lock("b", 2) +
         "  D: -> E: store.4 &x 1:32\n  E: -> F: " + unlock("b") + "  F: -> G: " + unlock("a") +
         "  G: -> Z: join %h\n}\nthread other {\n  reg %l:32\n  entry A exit Z\n" + other + "}\n";
}

TEST(Story, ADeadlockTellsWhoWaitsForWhat) {
  const Told told = check(lockModel("  A: -> B: " + lock("b", 11) + "  B: -> C: " + lock("a", 12) +
                                    "  C: -> D: " + unlock("a") + "  D: -> Z: " + unlock("b")));
  ASSERT_EQ(told.story.violation.property, ccfg::Property::Deadlock);
  ASSERT_EQ(told.story.pending.size(), 2u);
  const Pending &main = told.story.pending[0], &other = told.story.pending[1];
  EXPECT_EQ(main.what, "waits for b, held by thread 2");
  EXPECT_EQ(main.pos.line, 2u);
  ASSERT_EQ(main.held.size(), 1u);
  EXPECT_EQ(main.held[0].lock, "a");
  EXPECT_EQ(main.held[0].since.line, 1u);
  EXPECT_EQ(other.what, "waits for a, held by thread 1");
  // Library steps show their effect, not the words they are made of.
  EXPECT_EQ(told.phrases(2), Phrases{"locks b"});
}

TEST(Story, ARaceTellsBothSidesAndTheirLocks) {
  const Told told = check(lockModel("  A: -> Z: %l := load.4 &x @ a.c:9:1\n"));
  ASSERT_EQ(told.story.violation.property, ccfg::Property::Race);
  ASSERT_EQ(told.story.pending.size(), 2u);
  auto sides = told.story.pending;
  std::sort(sides.begin(), sides.end(),
            [](const Pending& l, const Pending& r) { return l.thread < r.thread; });
  EXPECT_EQ(sides[0].what, "writes x");
  ASSERT_EQ(sides[0].held.size(), 2u);
  EXPECT_EQ(sides[0].held[1].lock, "b");
  EXPECT_EQ(sides[1].what, "reads x");
  EXPECT_TRUE(sides[1].held.empty());
}

TEST(Story, WaitingForAThreadThatNeverEnds) {
  const Told told = check(R"model(
program LP64
object s global 4
thread main {
  reg %h:32
  entry A exit Z
  A: -> B: %h := fork other
  B: -> Z: join %h
}
thread other {
  reg %l:32
  entry A exit Z
  A: -> Z: atomic %l := load.4.seq_cst &s; assume (not (eq %l 0:32)); store.4.seq_cst &s (sub %l 1:32) sync sem-wait &s primitive library
}
)model");
  ASSERT_EQ(told.story.pending.size(), 2u);
  EXPECT_EQ(told.story.pending[0].what, "waits for thread 2 to end");
  EXPECT_EQ(told.story.pending[1].what, "waits for a post of s");
}

TEST(Story, PointersAreShownAsWhatTheyPointTo) {
  const Told told = check(R"model(
program LP64
object x global 8
object p global 8
object cell heap 4
thread main {
  reg %r:64 %q:64
  entry A exit Z
  A: -> B: store.8 &p &x
  B: -> C: %q := alloc &cell 4:64
  C: -> D: store.8 &p %q
  D: -> E: %r := load.8 &p
  E: -> Z: assert 0:1 "end"
}
)model");
  EXPECT_EQ(told.phrases(1), (Phrases{"p: 0 -> &x", "allocates cell", "p: &x -> &cell", "reads p = &cell"}));
}

TEST(Story, PrivateLocalsAreLeftOut) {
  const Told told = check(R"model(
program LP64
object "mine@main" global 4
object "shared@main" global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: store.4 &"mine@main" 1:32
  B: -> C: store.4 &"shared@main" 2:32
  C: -> D: %h := fork other
  D: -> E: join %h
  E: -> Z: assert 0:1 "end"
}
thread other {
  reg %r:32
  entry A exit Z
  A: -> Z: %r := load.4 &"shared@main"
}
)model");
  EXPECT_EQ(told.phrases(1), (Phrases{"shared: 0 -> 2", "starts thread 2", "thread 2 has ended"}));
  EXPECT_EQ(told.phrases(2), Phrases{"reads shared = 2"});
}

TEST(Story, WhatWasThereBeforeTheFirstWriteIsUnknown) {
  const Told told = check(R"model(
program LP64
object x global 4 uninit
thread main {
  entry A exit Z
  A: -> B: store.4 &x 1:32
  B: -> C: store.4 &x 2:32
  C: -> Z: assert 0:1 "end"
}
)model");
  EXPECT_EQ(told.phrases(1), (Phrases{"x: ? -> 1", "x: 1 -> 2"}));
}

TEST(Story, ASignalTellsWhomItWakes) {
  const Told told = check(R"model(
program LP64
object c global 8
thread main {
  reg %n:8
  entry A exit Z
  A: -> B: store.8 &c 0:64 sync signal &c primitive library
  B: -> C: %n := nondet 1 1 "woken thread" sync signal &c primitive library
  C: -> Z: assert 0:1 "end"
}
)model");
  EXPECT_EQ(told.phrases(1), (Phrases{"signals c: nobody waits", "signals c: wakes thread 2"}));
}

TEST(Story, LibraryFunctionsWrittenInCAreShownWhereTheyAreCalled) {
  const Told told = check(R"model(
program LP64
object x global 4 @ a.c:1:1
object table global 4 @ /heddle/library/keys.c:3:1
frame 1 main
frame 2 memset parent 1 @ a.c:5:3
frame 3 helper parent 2 @ /heddle/library/string.c:9:1
thread main {
  entry A exit Z
  A: -> B: store.4 &table 1:32 stack 2 @ /heddle/library/keys.c:17:1
  B: -> C: store.4 &x 1:32 stack 3 @ /heddle/library/string.c:20:1
  C: -> Z: assert 0:1 "end" stack 2 @ /heddle/library/string.c:18:1
}
)model");
  EXPECT_EQ(told.phrases(1), Phrases{"x: 0 -> 1"});
  EXPECT_EQ(told.story.violationPos.line, 5u);
  const auto rows = rowsOf(told.story);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].pos.line, 5u);
}

TEST(ResultJson, HasWhatItsSchemaSays) {
  const Told told = check(lockModel("  A: -> Z: store.4 &x 2:32 @ a.c:9:1\n"));
  const auto json = resultJson(told.result, *told.program, &told.story, {"1.2.3", {"a.c"}, 0.5});
  EXPECT_EQ(json["verdict"], "false");
  EXPECT_EQ(json["exitCode"], 10);
  EXPECT_EQ(json["tool"]["version"], "1.2.3");
  EXPECT_EQ(json["violation"]["property"], "race");
  EXPECT_EQ(json["violation"]["pending"].size(), 2u);
  EXPECT_EQ(json["threads"].size(), 2u);
  EXPECT_EQ(json["steps"].size(), told.result.counterexample()->steps.size());
  EXPECT_TRUE(json["statistics"].contains("explore.states"));
}

} // namespace
} // namespace heddle::report
