// Offsets against sets enumerated by hand: the laws of the class arithmetic on a small window of numbers.
#include "ccfg/analysis/memory/offsets.h"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::ccfg::analysis {
namespace {

std::vector<Offsets> samples() {
  std::vector<Offsets> result;
  for (int64_t k = -9; k <= 9; ++k) result.push_back(Offsets::exact(k));
  for (uint64_t stride = 1; stride <= 12; ++stride)
    for (int64_t r = -2; r < static_cast<int64_t>(stride); ++r) result.push_back(Offsets::everyOf(stride, r));
  return result;
}

bool in(int64_t k, const Offsets& o) {
  if (o.isExact()) return k == o.residue;
  int64_t s = static_cast<int64_t>(o.stride);
  return ((k - o.residue) % s + s) % s == 0;
}

constexpr int64_t window = 140; // more than the period of any two samples

TEST(Offsets, ContainsIsSubset) {
  for (const Offsets& a : samples())
    for (const Offsets& b : samples()) {
      bool subset = true;
      for (int64_t k = -window; k <= window; ++k) subset = subset && (!in(k, b) || in(k, a));
      EXPECT_EQ(a.contains(b), subset) << a.toString() << " " << b.toString();
    }
}

TEST(Offsets, JoinIsTheLeastUpperBound) {
  for (const Offsets& a : samples())
    for (const Offsets& b : samples()) {
      Offsets j = join(a, b);
      EXPECT_TRUE(j.contains(a) && j.contains(b));
      for (const Offsets& c : samples()) EXPECT_TRUE(!(c.contains(a) && c.contains(b)) || c.contains(j));
    }
}

TEST(Offsets, SumsAreCovered) {
  for (const Offsets& a : samples())
    for (const Offsets& b : samples())
      for (int64_t i = -20; i <= 20; ++i)
        for (int64_t j = -20; j <= 20; ++j)
          if (in(i, a) && in(j, b)) {
            ASSERT_TRUE(in(i + j, a + b)) << a.toString() << " " << b.toString();
            ASSERT_TRUE(in(-i, -a));
          }
}

TEST(Offsets, OverlapAgreesWithEnumeration) {
  for (const Offsets& a : samples())
    for (const Offsets& b : samples())
      for (int64_t na : {1, 2, 4, 8})
        for (int64_t nb : {1, 4}) {
          bool some = false, partial = false;
          for (int64_t i = -window; i <= window; ++i)
            for (int64_t j = i - nb + 1; j < i + na; ++j)
              if (in(i, a) && in(j, b)) {
                some = true;
                partial = partial || i != j;
              }
          ASSERT_EQ(overlap(a, na, b, nb), some)
              << a.toString() << ":" << na << " " << b.toString() << ":" << nb;
          if (na != nb || !some) continue;
          ASSERT_EQ(overlapIsTotal(a, b, na), !partial) << a.toString() << " " << b.toString() << ":" << na;
        }
}

} // namespace
} // namespace heddle::ccfg::analysis
