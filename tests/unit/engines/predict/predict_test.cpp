// The filters before the symbolic check, on traces made by hand.
#include "../../trace/builder.h"
#include "engines/predict/potential.h"
#include "engines/predict/serial.h"

#include <gtest/gtest.h>

namespace heddle::predict {

namespace {

using namespace trace::testing;
using trace::EventKind;
using trace::findBlocks;
using trace::noVariable;

const std::string sites = exampleSites + "atomic-begin\t0\t-\t12\t3\t\t\t\n"
                                         "atomic-end\t0\t-\t13\t3\t\t\t\n";
Event begin() { return numbered(EventKind::Mark, 10, 0); }
Event finish() { return numbered(EventKind::Mark, 11, 0); }
Event locks(uint64_t address, uint64_t version) { return event(EventKind::Sync, 4, address, version, 0); }
Event unlocks(uint64_t address, uint64_t version) { return event(EventKind::Sync, 5, address, version, 0); }
Event creates(uint32_t n) { return numbered(EventKind::Create, 6, n); }
Event joins(uint32_t n) { return numbered(EventKind::Join, 7, n); }

constexpr uint64_t x = 0x1000, y = 0x2000, m = 0x3000, n = 0x4000;

Trace make(const std::vector<std::vector<Event>>& threads) {
  Builder b;
  b.module(sites);
  for (uint32_t t = 0; t < threads.size(); ++t) b.events(t + 1, threads[t]);
  return b.parse();
}

Potential potential(const Trace& t) {
  const auto order = totalOrder(t);
  return findPotential(t, findBlocks(t, {}), SharedVariables(t), MustOrder(t, order), LockHistories(t), 100);
}

size_t cycles(const Trace& t) { return checkSerial(t, totalOrder(t), findBlocks(t, {})).size(); }

} // namespace

TEST(Predict, BlocksAreTheOutermostOnes) {
  const Trace t = make({{begin(), begin(), finish(), reads(x, 0), finish(), finish(), begin(), reads(x, 0)}});
  const auto blocks = findBlocks(t, {});
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].end, 4u);
  EXPECT_EQ(blocks[1].begin, 6u);
  EXPECT_EQ(blocks[1].end, 7u);
  EXPECT_EQ(findBlocks(make({{numbered(EventKind::Enter, 1, 0), reads(x, 0)}}), {"main"}).size(), 1u);
}

TEST(Predict, SharedMeansSeveralThreadsAndAWrite) {
  const Trace t = make({{writes(x, 1), reads(y, 0), writes(0x5000, 1)}, {reads(x, 1), reads(y, 0)}});
  const SharedVariables v(t);
  EXPECT_EQ(v.count(), 1u);
  EXPECT_NE(v.of(t, t.threads[0].events[0]), noVariable);
  EXPECT_EQ(v.of(t, t.threads[0].events[1]), noVariable);
}

TEST(Predict, FiveTriplesOfEight) {
  size_t found = 0;
  for (int kinds = 0; kinds < 8; ++kinds) {
    const auto access = [&](int bit, uint64_t& version) {
      return (kinds >> bit & 1) != 0 ? writes(x, ++version) : reads(x, version);
    };
    uint64_t v = 0;
    const Event other = access(0, v), first = access(1, v), second = access(2, v);
    found += potential(make({{begin(), first, second, finish()}, {other}})).triples.size();
  }
  EXPECT_EQ(found, 5u);
}

// More pairs and remote accesses than can be combined: some of every thread are.
TEST(Predict, ManyExecutionsOfTheSamePlaces) {
  constexpr uint64_t each = 20000;
  std::vector<std::vector<Event>> threads;
  for (uint64_t t = 0; t < 2; ++t) {
    threads.push_back({begin()});
    for (uint64_t i = 1; i <= each; ++i) threads[t].push_back(writes(x, t * each + i));
    threads[t].push_back(finish());
  }
  const Potential found = potential(make(threads));
  EXPECT_FALSE(found.complete);
  ASSERT_FALSE(found.triples.empty());
  for (const Triple& triple : found.triples) EXPECT_NE(triple.remote.thread, triple.first.thread);
}

TEST(Predict, CreationAndJoinPrune) {
  const auto triples = [](const std::vector<Event>& main) {
    const Potential p =
        potential(make({main, {start(), begin(), reads(x, 1), writes(x, 2), finish(), end()}}));
    EXPECT_EQ(p.all, 1u);
    return p.triples.size();
  };
  EXPECT_EQ(triples({writes(x, 1), creates(2), joins(2)}), 0u);
  EXPECT_EQ(triples({creates(2), joins(2), writes(x, 3)}), 0u);
  EXPECT_EQ(triples({creates(2), writes(x, 1), joins(2)}), 1u);
}

TEST(Predict, LocksetsAndHistories) {
  const auto baseline = [](const std::vector<Event>& block, const std::vector<Event>& other) {
    return potential(make({block, other})).withoutData;
  };
  // One section around the block: nobody gets in.
  EXPECT_EQ(baseline({begin(), locks(m, 1), reads(x, 0), writes(x, 1), unlocks(m, 2), finish()},
                     {locks(m, 3), writes(x, 2), unlocks(m, 4)}),
            0u);
  // Two sections.
  EXPECT_EQ(baseline({begin(), locks(m, 1), reads(x, 0), unlocks(m, 2), locks(m, 3), writes(x, 1),
                      unlocks(m, 4), finish()},
                     {locks(m, 5), writes(x, 2), unlocks(m, 6)}),
            1u);
  // Each holds a lock and acquired the other's since: not both at once, though the locksets are disjoint.
  EXPECT_EQ(baseline({begin(), locks(m, 1), locks(n, 1), unlocks(n, 2), reads(x, 0), writes(x, 1),
                      unlocks(m, 2), finish()},
                     {locks(n, 3), locks(m, 3), unlocks(m, 4), writes(x, 2), unlocks(n, 4)}),
            0u);
}

TEST(Predict, SerialRunsAreSerial) {
  EXPECT_EQ(cycles(make({{begin(), reads(x, 0), writes(x, 1), finish()},
                         {begin(), reads(x, 1), writes(x, 2), finish()}})),
            0u);
}

TEST(Predict, AnInterruptedBlockIsACycle) {
  EXPECT_EQ(cycles(make({{begin(), reads(x, 0), reads(x, 1), finish()}, {writes(x, 1)}})), 1u);
  EXPECT_EQ(cycles(make({{begin(), writes(x, 1), writes(x, 2), finish()}, {reads(x, 1)}})), 1u);
  EXPECT_EQ(cycles(make({{begin(), reads(x, 0), reads(x, 0), finish()}, {reads(x, 0)}})), 0u);
}

// Two blocks, two variables, no three accesses of one: the order enters the second block after it left it.
TEST(Predict, CyclesThroughBlocks) {
  EXPECT_EQ(cycles(make({{begin(), writes(x, 1), reads(y, 1), finish()},
                         {begin(), writes(y, 1), reads(x, 1), finish()}})),
            1u);
  EXPECT_EQ(cycles(make({{begin(), writes(x, 1), reads(y, 0), finish()},
                         {begin(), reads(x, 1), writes(y, 1), finish()}})),
            0u);
}

} // namespace heddle::predict
