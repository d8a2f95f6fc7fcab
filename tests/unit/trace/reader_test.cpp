// The reader: what was written is read back, and whatever else is in a file is refused with a clear message.
#include "builder.h"
#include "support/error.h"

#include <gtest/gtest.h>
#include <random>

namespace heddle::trace::testing {

namespace {

Builder example() {
  Builder b;
  b.module(exampleSites);
  b.events(1, {start(), numbered(EventKind::Enter, 1, 0), writes(0x1000, 1, 5),
               numbered(EventKind::Create, 6, 2), numbered(EventKind::Join, 7, 2), reads(0x1000, 2, 6),
               numbered(EventKind::Result, 9, 4711)});
  b.events(2, {start(), event(EventKind::Sync, 4, 0x2000, 2, 0), reads(0x1000, 1, 5)});
  b.events(2, {writes(0x1000, 2, 6), event(EventKind::Sync, 5, 0x2000, 4, 0), end()});
  return b;
}

std::string refusal(const std::vector<uint8_t>& file) {
  try {
    parseTrace(file, "x.trace");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

} // namespace

TEST(TraceReader, ReadsBackWhatWasWritten) {
  const Trace t = example().parse();
  EXPECT_EQ(t.program, "/bin/example");
  EXPECT_TRUE(t.ended);
  ASSERT_EQ(t.sites.size(), 10u);
  EXPECT_EQ(t.sites[3].kind, SiteKind::Write);
  EXPECT_EQ(t.sites[3].file, "/src/a.c");
  EXPECT_EQ(t.sites[3].line, 5u);
  EXPECT_EQ(t.sites[3].function, "main");
  EXPECT_EQ(t.sites[5].function, "worker");
  EXPECT_EQ(t.sites[6].file, "/src/b.c");
  EXPECT_FALSE(t.sites[8].hasValue);
  ASSERT_EQ(t.threads.size(), 2u);
  ASSERT_EQ(t.threads[1].events.size(), 6u);
  const Event& w = t.threads[1].events[3];
  EXPECT_EQ(w.kind, EventKind::Write);
  EXPECT_EQ(w.address, 0x1000u);
  EXPECT_EQ(w.stage, 4u);
  EXPECT_EQ(w.value, 6u);
  EXPECT_EQ(t.threads[0].events[6].value, 4711u);
  EXPECT_EQ(t.eventCount(), 13u);
}

TEST(TraceReader, LongRandomStreamsSurvive) {
  std::mt19937_64 random(11);
  Builder b;
  b.module(exampleSites);
  std::vector<Event> all;
  for (int chunk = 0; chunk < 5; ++chunk) {
    std::vector<Event> part;
    for (int i = 0; i < 3000; ++i) {
      const uint64_t address = random() % 3 == 0 ? random() : 0x1000 + 4 * (random() % 40);
      const uint64_t value = random() % 4 == 0 ? random() : random() % 10;
      part.push_back(random() % 2 == 0 ? reads(address, random() % 1000, value)
                                       : writes(address, random(), value));
    }
    b.events(1, part);
    all.insert(all.end(), part.begin(), part.end());
  }
  const Trace t = b.parse();
  ASSERT_EQ(t.threads[0].events.size(), all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    const Event &got = t.threads[0].events[i], &want = all[i];
    ASSERT_TRUE(got.kind == want.kind && got.site == want.site && got.address == want.address &&
                got.stage == want.stage && got.value == want.value)
        << i;
  }
}

TEST(TraceReader, ForeignAndOtherVersions) {
  EXPECT_NE(refusal({}).find("not a trace"), std::string::npos);
  EXPECT_NE(refusal(std::vector<uint8_t>(10000, 'x')).find("not a trace"), std::string::npos);
  Builder b = example();
  b.file()[8] = 9;
  EXPECT_NE(refusal(b.file()).find("has version 9 of the trace format"), std::string::npos);
}

TEST(TraceReader, EveryTruncationIsSeen) {
  Builder b = example();
  for (size_t size = 8; size < b.file().size(); size += 97) {
    std::vector<uint8_t> part(b.file().begin(), b.file().begin() + static_cast<ptrdiff_t>(size));
    if (size % HEDDLE_PAGE == 0) continue; // whole chunks: a shorter run
    EXPECT_NE(refusal(part).find("is truncated"), std::string::npos) << size;
  }
}

TEST(TraceReader, ReservedSpaceAtTheEndIsNoError) {
  Builder b = example();
  b.file().resize(b.file().size() + 5 * HEDDLE_PAGE, 0);
  EXPECT_EQ(b.parse().eventCount(), 13u);
  b.file().back() = 1;
  EXPECT_NE(refusal(b.file()).find("is damaged"), std::string::npos);
}

// A thread's tail stands before the copies that were made of it.
TEST(TraceReader, TailsAreReadLastOrNotAtAll) {
  Builder b;
  b.module(exampleSites);
  b.events(1, {start(), writes(0x1000, 1, 5)});
  b.events(1, {writes(0x1000, 2, 6)});
  b.events(1, {writes(0x1000, 3, 7)}, HEDDLE_CHUNK_TAIL);
  const auto pages = b.file().end();
  std::swap_ranges(pages - 2 * HEDDLE_PAGE, pages - HEDDLE_PAGE, pages - HEDDLE_PAGE);
  const Trace t = b.parse();
  ASSERT_EQ(t.threads[0].events.size(), 4u);
  EXPECT_EQ(t.threads[0].events[3].value, 7u);
  // It was copied, and the program killed before it was emptied.
  Builder twice;
  twice.module(exampleSites);
  twice.events(1, {start(), writes(0x1000, 1, 5)});
  twice.chunk(HEDDLE_CHUNK_TAIL, 1, 0,
              std::vector<uint8_t>(twice.file().end() - HEDDLE_PAGE + 32, twice.file().end()));
  EXPECT_EQ(twice.parse().eventCount(), 2u);
  twice.chunk(HEDDLE_CHUNK_TAIL, 2, 1, {});
  EXPECT_NE(refusal(twice.file()).find("order of chunks"), std::string::npos);
}

TEST(TraceReader, ACopyThatWasNotFinishedIsNoError) {
  Builder b = example();
  b.chunk(HEDDLE_CHUNK_PENDING, 1, 5, std::vector<uint8_t>(HEDDLE_PAGE, 7));
  EXPECT_EQ(b.parse().eventCount(), 13u);
  b.file().resize(b.file().size() - 100);
  EXPECT_EQ(b.parse().eventCount(), 13u);
}

// Killed in the middle of an event: its fields are there, its header is not.
TEST(TraceReader, AnEventThatWasNotFinishedIsNoError) {
  Builder b;
  b.module(exampleSites);
  b.events(1, {reads(0x1000, 1)});
  std::vector<uint8_t>& file = b.file();
  const auto last = std::find_if(file.rbegin(), file.rend(), [](uint8_t byte) { return byte != 0; });
  const auto end = static_cast<size_t>(last.base() - file.begin());
  file[end + 1] = 7;
  EXPECT_EQ(b.parse().eventCount(), 1u);
  file[end + HEDDLE_MAX_EVENT] = 7;
  EXPECT_NE(refusal(file).find("bytes after the end of its events"), std::string::npos);
}

// One byte for accesses of neighbouring sites that are all as predicted.
TEST(TraceReader, Groups) {
  Builder b;
  b.module(exampleSites);
  b.events(1, {reads(0x1000, 1, 5), writes(0x1000, 1, 5), reads(0x1004, 1, 6), writes(0x1004, 1, 6)});
  b.chunk(HEDDLE_CHUNK_EVENTS, 1, 1, {1 << HEDDLE_GROUP_SHIFT, 1 << HEDDLE_GROUP_SHIFT});
  const Trace t = b.parse();
  const std::vector<Event>& events = t.threads[0].events;
  ASSERT_EQ(events.size(), 8u);
  for (size_t i = 4; i < 8; ++i) {
    EXPECT_EQ(events[i].kind, i % 2 == 0 ? EventKind::Read : EventKind::Write);
    EXPECT_EQ(events[i].site, i % 2 == 0 ? 2u : 3u);
    EXPECT_EQ(events[i].address, 0x1000u + 4 * (i / 2));
    EXPECT_EQ(events[i].stage, i % 2 == 0 ? 3u : 2u);
  }
  b.chunk(HEDDLE_CHUNK_EVENTS, 1, 2, {2 << HEDDLE_GROUP_SHIFT}); // the third one would be of a lock
  EXPECT_NE(refusal(b.file()).find("event 11: its site does not exist or makes no such events"),
            std::string::npos);
}

// Reads and writes of neighbouring sites are told by one byte each.
TEST(TraceReader, AccessesThatFollowEachOther) {
  Builder b;
  b.module(exampleSites);
  b.events(1, {reads(0x1000, 1, 5), writes(0x1000, 1, 5), reads(0x1000, 1, 5), writes(0x1000, 1, 5)});
  const Trace t = b.parse();
  ASSERT_EQ(t.eventCount(), 4u);
  EXPECT_EQ(t.threads[0].events[3].kind, EventKind::Write);
  EXPECT_EQ(t.threads[0].events[3].site, t.threads[0].events[2].site + 1);
  Builder odd; // site 4 is no access
  odd.module(exampleSites);
  odd.events(1, {writes(0x1000, 1, 5)});
  odd.chunk(HEDDLE_CHUNK_EVENTS, 1, 1, {HEDDLE_NEXT_HEAD});
  EXPECT_NE(refusal(odd.file()).find("makes no such events"), std::string::npos);
}

TEST(TraceReader, DamageIsSeen) {
  Builder site;
  site.module(exampleSites);
  site.events(1, {reads(0x1000, 1), event(EventKind::Read, 4, 0x1000, 1, 0)}); // 4 is a lock
  EXPECT_NE(refusal(site.file()).find("thread 1, event 2"), std::string::npos);
  Builder table;
  table.module("read\t4\t-\t4\t7\t/src/a.c\tmain\n"); // a field is missing
  EXPECT_NE(refusal(table.file()).find("table of sites"), std::string::npos);
  Builder gap;
  gap.module(exampleSites);
  gap.chunk(HEDDLE_CHUNK_EVENTS, 1, 1, {});
  EXPECT_NE(refusal(gap.file()).find("order of chunks"), std::string::npos);
}

// Random damage to one to four bytes: refused or read, never a crash (the sanitizers watch).
TEST(TraceReader, SurvivesMutations) {
  const std::vector<uint8_t> original = example().file();
  std::mt19937 random(5);
  size_t refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<uint8_t> file = original;
    for (unsigned i = 0, n = 1 + random() % 4; i < n; ++i) {
      // Near the beginnings of chunks, where the content is.
      const size_t at = random() % (file.size() / HEDDLE_PAGE) * HEDDLE_PAGE + random() % 300;
      file[at] = static_cast<uint8_t>(random() % 4 == 0 ? random() : file[at] ^ (1u << random() % 8));
    }
    refused += refusal(file).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 1000u);
}

} // namespace heddle::trace::testing
