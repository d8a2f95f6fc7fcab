#include "report/keysteps.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using Kind = Effect::Kind;

Event made(uint32_t thread, uint32_t line, Effect effect) {
  Event e;
  e.thread = thread;
  e.pos = {1, line, 1};
  e.effects = {std::move(effect)};
  return e;
}

Effect reads(const std::string& value) { return {Kind::Read, "x", "", value}; }
Effect writes(const std::string& before, const std::string& after) {
  return {Kind::Write, "x", before, after};
}
Effect notes(const std::string& text, Act act) { return {Kind::Note, text, "", "", std::move(act)}; }

std::vector<std::string> told(const Story& story) {
  std::vector<std::string> all;
  for (const KeyStep& k : keySteps(story)) all.push_back(std::to_string(k.event) + " " + k.what);
  return all;
}

using Told = std::vector<std::string>;

Story failing(std::vector<Event> events) {
  Story story;
  story.events = std::move(events);
  story.violation.message = "assertion fails";
  return story;
}

TEST(KeySteps, ALostUpdate) {
  const Story story = failing({made(2, 5, reads("0")), made(3, 5, reads("0")), made(3, 6, writes("0", "1")),
                               made(2, 6, writes("1", "1")), made(1, 9, reads("1"))});
  EXPECT_EQ(told(story), (Told{"0 thread 2 reads x = 0", "2 thread 3 sets x: 0 -> 1",
                               "3 thread 2 overwrites x with 1", "4 thread 1 fails: assertion fails"}));
}

// Others have updated it since; it is still lost.
TEST(KeySteps, AnEarlierLostUpdate) {
  const Story story =
      failing({made(2, 5, reads("0")), made(3, 6, writes("0", "1")), made(2, 6, writes("1", "1")),
               made(4, 5, reads("1")), made(4, 6, writes("1", "2")), made(1, 9, reads("2"))});
  EXPECT_EQ(told(story), (Told{"0 thread 2 reads x = 0", "1 thread 3 sets x: 0 -> 1",
                               "2 thread 2 overwrites x with 1", "5 thread 1 fails: assertion fails"}));
}

// A flag that is set twice rests on nothing.
TEST(KeySteps, WritesAloneAreNoUpdate) {
  const Story story = failing({made(2, 5, writes("0", "1")), made(3, 6, writes("1", "0")),
                               made(2, 6, writes("0", "1")), made(1, 9, reads("1"))});
  EXPECT_EQ(told(story), (Told{"2 thread 2 sets x: 0 -> 1", "3 thread 1 fails: assertion fails"}));
}

TEST(KeySteps, AWriteOfAnotherThread) {
  const Story story =
      failing({made(1, 3, writes("0", "1")), made(2, 5, writes("1", "2")), made(1, 9, reads("2"))});
  EXPECT_EQ(told(story), (Told{"1 thread 2 sets x: 1 -> 2", "2 thread 1 fails: assertion fails"}));
}

TEST(KeySteps, OwnWritesTellNothing) {
  const Story story = failing({made(1, 3, writes("0", "1")), made(1, 9, reads("1"))});
  EXPECT_EQ(told(story), Told{"1 thread 1 fails: assertion fails"});
}

TEST(KeySteps, WhereMemoryWasFreed) {
  Story story = failing({made(2, 3, notes("frees malloc:7", {Act::Kind::Free, "malloc:7"})), made(1, 9, {})});
  story.events.back().effects.clear();
  story.violation.message = "`malloc:7` is read after its lifetime has ended";
  EXPECT_EQ(told(story)[0], "0 thread 2 frees malloc:7");
}

TEST(KeySteps, HowTheLocksOfADeadlockWereTaken) {
  Story story;
  const auto locks = [](uint32_t thread, const std::string& lock) {
    return made(thread, thread, notes("locks " + lock, {Act::Kind::Lock, lock}));
  };
  story.events = {locks(2, "a"), locks(2, "c"), locks(3, "b")};
  const auto waits = [](uint32_t thread, const std::string& wanted, std::vector<HeldLock> held) {
    Pending p;
    p.thread = thread;
    p.act = {Act::Kind::Lock, wanted};
    p.held = std::move(held);
    return p;
  };
  story.pending = {waits(2, "b", {{"a", {}}, {"c", {}}}), waits(3, "a", {{"b", {}}})};
  EXPECT_EQ(told(story), (Told{"0 thread 2 locks a", "2 thread 3 locks b"}));
}

TEST(KeySteps, TheSignalThatCameTooEarly) {
  Story story;
  story.events = {made(1, 1, notes("signals c: nobody waits", {Act::Kind::Signal, "c"})),
                  made(2, 2, notes("unlocks m and waits on c", {Act::Kind::Wait, "c", "m"}))};
  story.pending.resize(1);
  story.pending[0].thread = 2;
  story.pending[0].act = {Act::Kind::Wake, "c", "m"};
  EXPECT_EQ(told(story), (Told{"0 thread 1 signals c: nobody waits", "1 thread 2 unlocks m and waits on c"}));
}

TEST(KeySteps, ARaceHasNone) {
  Story story;
  story.events = {made(1, 1, writes("0", "1"))};
  story.pending.resize(2);
  EXPECT_TRUE(keySteps(story).empty());
}

TEST(KeySteps, ARunThatWasCutHasNone) {
  Story story = failing({made(2, 5, writes("1", "2")), made(1, 9, reads("2"))});
  story.isCut = true;
  EXPECT_TRUE(keySteps(story).empty());
}

} // namespace
} // namespace heddle::report
