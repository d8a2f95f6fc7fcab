// The order of events from their versions.
#include "builder.h"
#include "support/error.h"
#include "trace/eventorder.h"

#include <gtest/gtest.h>
#include <random>

namespace heddle::trace::testing {

namespace {

// Position of each event: [thread][event].
std::vector<std::vector<size_t>> positions(const Trace& t) {
  std::vector<std::vector<size_t>> at;
  for (const Thread& thread : t.threads) at.emplace_back(thread.events.size(), SIZE_MAX);
  const std::vector<EventRef> order = totalOrder(t);
  for (size_t i = 0; i < order.size(); ++i) at[order[i].thread][order[i].event] = i;
  return at;
}

} // namespace

TEST(TraceOrder, ReadsStandBetweenTheWritesTheySaw) {
  Builder b;
  b.module(exampleSites);
  b.events(1, {writes(0x1000, 1), writes(0x1000, 3)});
  b.events(2, {reads(0x1000, 1), reads(0x1000, 2), writes(0x2000, 1)});
  b.events(3, {writes(0x1000, 2), reads(0x2000, 1)});
  const auto at = positions(b.parse());
  EXPECT_LT(at[0][0], at[1][0]);
  EXPECT_LT(at[1][0], at[2][0]);
  EXPECT_LT(at[2][0], at[1][1]);
  EXPECT_LT(at[1][1], at[0][1]);
  EXPECT_LT(at[1][2], at[2][1]);
}

TEST(TraceOrder, CreationBeforeStartAndEndBeforeJoin) {
  Builder b;
  b.module(exampleSites);
  b.events(1,
           {start(), numbered(EventKind::Create, 6, 2), numbered(EventKind::Join, 7, 2), reads(0x1000, 0)});
  b.events(2, {start(), reads(0x3000, 0), end()});
  const auto at = positions(b.parse());
  EXPECT_LT(at[0][1], at[1][0]);
  EXPECT_LT(at[1][2], at[0][2]);
}

TEST(TraceOrder, VersionsThatWereLostLeaveAGap) {
  Builder b;
  b.module(exampleSites);
  b.events(1, {writes(0x1000, 1)});
  b.events(2, {reads(0x1000, 7), writes(0x1000, 9)});
  const auto at = positions(b.parse());
  EXPECT_LT(at[0][0], at[1][0]);
}

// Thread 2 takes over what thread 1 owned when its chunk was filled up to its second event.
TEST(TraceOrder, WhoTakesOverComesAfterTheOwner) {
  Builder b;
  b.module(exampleSites);
  const uint64_t header = sizeof(HeddleChunkHeader);
  b.events(1, {start(), ownWrites(0x1000), ownWrites(0x1000), ownWrites(0x1000)});
  Builder alone;
  alone.module(exampleSites);
  alone.events(1, {start(), ownWrites(0x1000)});
  b.events(2, {after(1, 0, header + alone.parse().eventBytes), ownReads(0x1000)});
  b.events(3, {after(2, heddleEverything, 0), ownReads(0x1000)});
  const Trace t = b.parse();
  EXPECT_EQ(t.threads[1].events[0].address, 2u);
  const auto at = positions(t);
  EXPECT_LT(at[0][1], at[1][0]);
  EXPECT_LT(at[1][1], at[2][0]);
}

TEST(TraceOrder, ContradictionsAreRefused) {
  Builder b;
  b.module(exampleSites);
  b.events(1, {writes(0x1000, 2), writes(0x2000, 1)});
  b.events(2, {writes(0x2000, 2), writes(0x1000, 1)});
  const Trace t = b.parse();
  EXPECT_THROW(totalOrder(t), InputError);
  Builder circle;
  circle.module(exampleSites);
  circle.events(1, {after(2, heddleEverything, 0), ownReads(0x1000)});
  circle.events(2, {after(1, heddleEverything, 0), ownReads(0x1000)});
  const Trace round = circle.parse();
  EXPECT_THROW(totalOrder(round), InputError);
}

// A random execution is recorded as the recorder would; the order that comes out gives every read the version
// it saw.
TEST(TraceOrder, RandomExecutions) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::vector<Event>> threads(4);
    std::map<uint32_t, uint64_t> versions; // by shard
    for (int i = 0; i < 200; ++i) {
      const uint64_t address = 0x1000 + 8 * (random() % 5);
      uint64_t& v = versions[heddleShardOf(address)];
      threads[random() % 4].push_back(random() % 2 == 0 ? reads(address, v) : writes(address, ++v));
    }
    Builder b;
    b.module(exampleSites);
    for (uint32_t t = 0; t < 4; ++t) b.events(t + 1, threads[t]);
    const Trace trace = b.parse();
    std::map<uint32_t, uint64_t> seen;
    std::vector<size_t> next(4, 0);
    for (const EventRef& ref : totalOrder(trace)) {
      ASSERT_EQ(ref.event, next[ref.thread]++);
      const Event& e = trace.threads[ref.thread].events[ref.event];
      uint64_t& v = seen[heddleShardOf(e.address)];
      if (e.kind == EventKind::Write) ++v;
      ASSERT_EQ(e.stage, 2 * v + (e.kind == EventKind::Read));
    }
  }
}

} // namespace heddle::trace::testing
