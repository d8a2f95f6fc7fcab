// Sets of numbers as sorted blocks, against std::set.
#include "support/sparsebits.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace heddle {
namespace {

TEST(SparseBitsTest, LikeASet) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const uint32_t range = round % 2 == 0 ? 100 : 1000;
    SparseBits a, b;
    std::set<uint32_t> as, bs;
    for (int i = 0; i < 30; ++i) {
      const uint32_t x = random() % range, y = random() % range;
      EXPECT_EQ(a.insert(x), as.insert(x).second);
      b.insert(y);
      bs.insert(y);
    }
    a.intersect(b);
    std::erase_if(as, [&](uint32_t n) { return !bs.contains(n); });
    std::vector<uint32_t> members;
    a.forEach([&](uint32_t n) { members.push_back(n); });
    EXPECT_EQ(members, std::vector<uint32_t>(as.begin(), as.end()));
    for (uint32_t n = 0; n < range; ++n) EXPECT_EQ(a.test(n), as.contains(n));
    EXPECT_EQ(a.empty(), as.empty());
    SparseBits same;
    for (uint32_t n : members) same.insert(n);
    EXPECT_EQ(a, same);
  }
}

} // namespace
} // namespace heddle
