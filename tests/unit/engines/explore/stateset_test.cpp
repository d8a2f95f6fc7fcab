// States come back as they went in, however they are cut, and equal ones are one.
#include "engines/explore/stateset.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace heddle::explore {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes loaded(StateSet& set, StateId id) {
  const std::span<const uint8_t> bytes = set.load(id);
  return {bytes.begin(), bytes.end()};
}

TEST(StateSet, KeepsStatesOfAllSizesApart) {
  StateSet set;
  std::vector<Bytes> all;
  std::mt19937 random(7);
  // Around the sizes where the representation changes, and beyond several levels of lists.
  for (size_t size : {0u, 1u, 63u, 64u, 127u, 128u, 129u, 192u, 2048u, 2049u, 2112u, 40'000u, 100'001u})
    for (int variant = 0; variant < 4; ++variant) {
      Bytes bytes(size);
      for (uint8_t& b : bytes)
        b = variant < 2 ? static_cast<uint8_t>(variant) : static_cast<uint8_t>(random());
      const bool isNew = std::find(all.begin(), all.end(), bytes) == all.end();
      const auto [id, fresh, known] = set.insert(bytes, 0);
      EXPECT_EQ(fresh, isNew);
      if (isNew) {
        EXPECT_EQ(id, all.size());
        all.push_back(bytes);
      }
    }
  for (StateId id = 0; id < all.size(); ++id) {
    EXPECT_EQ(loaded(set, id), all[id]);
    EXPECT_EQ(set.insert(all[id], 0).id, id);
    for (StateId other = 0; other < all.size(); ++other) EXPECT_EQ(set.insert(all[other], 0).id, other);
  }
  EXPECT_EQ(set.size(), all.size());
}

TEST(StateSet, ChangesAtEveryPlaceAreSeen) {
  StateSet set;
  Bytes base(5000, 1);
  const StateId first = set.insert(base, noState).id;
  set.load(first);
  for (size_t i = 0; i < base.size(); i += 7) {
    Bytes changed = base;
    changed[i] = 2;
    EXPECT_TRUE(set.insert(changed, first).fresh);
    EXPECT_FALSE(set.insert(changed, first).fresh);
  }
  Bytes shorter(base.begin(), base.end() - 1);
  EXPECT_TRUE(set.insert(shorter, first).fresh);
  EXPECT_FALSE(set.insert(base, first).fresh);
  EXPECT_EQ(set.parent(1), first);
  EXPECT_LT(set.memoryBytes(), set.size() * base.size() / 4); // what they share is stored once
}

TEST(StateSet, GrowsBeyondItsFirstTable) {
  StateSet set;
  for (uint32_t i = 0; i < 50'000; ++i) {
    Bytes bytes(200, 3);
    std::memcpy(bytes.data() + 90, &i, sizeof i);
    EXPECT_EQ(set.insert(bytes, noState).id, i);
  }
  Bytes bytes(200, 3);
  const uint32_t wanted = 31'415;
  std::memcpy(bytes.data() + 90, &wanted, sizeof wanted);
  EXPECT_EQ(set.insert(bytes, noState).id, wanted);
  EXPECT_EQ(loaded(set, wanted), bytes);
}

constexpr uint32_t count = 300'000; // several blocks, several times grown, large enough for large pages

// Two lengths, so that one state is the beginning of another.
std::vector<uint8_t> stateOf(uint32_t number) {
  std::vector<uint8_t> bytes(number % 2 == 0 ? 21 : 40);
  const uint32_t half = number / 2;
  std::memcpy(bytes.data() + 5, &half, sizeof half);
  return bytes;
}

TEST(StateSet, KeepsEveryStateOnce) {
  StateSet set;
  for (uint32_t i = 0; i < count; ++i) {
    const auto [id, fresh, known] = set.insert(stateOf(i), i == 0 ? noState : i / 3);
    ASSERT_TRUE(fresh);
    ASSERT_EQ(id, i);
    ASSERT_EQ(known->expanded, 0u);
    known->mover = i % 7;
    known->expanded = i % 5 == 0;
    known->depth = i;
  }
  for (uint32_t i = 0; i < count; ++i) {
    const auto [id, fresh, known] = set.insert(stateOf(i), 1);
    ASSERT_FALSE(fresh);
    ASSERT_EQ(id, i);
    ASSERT_EQ(known, &set.known(i));
    ASSERT_EQ(known->mover, i % 7);
    ASSERT_EQ(known->expanded, i % 5 == 0);
    ASSERT_EQ(known->depth, i);
    ASSERT_EQ(set.parent(i), i == 0 ? noState : i / 3);
    const std::vector<uint8_t> wanted = stateOf(i);
    ASSERT_EQ(loaded(set, i), wanted);
  }
  EXPECT_EQ(set.size(), count);
}

} // namespace
} // namespace heddle::explore
