// The set of states: found again after it has grown, with what is known of them.
#include "engines/explore/stateset.h"

#include <cstring>

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

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
    *known = {i % 7, i % 5 == 0, i};
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
    ASSERT_EQ(std::vector<uint8_t>(set.bytes(i).begin(), set.bytes(i).end()), wanted);
  }
  EXPECT_EQ(set.size(), count);
}

} // namespace
} // namespace heddle::explore
