// Memory models against axioms that say the same; see litmus.h.
#include "litmus.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::litmus {
namespace {

std::string toString(const std::set<Outcome>& outcomes) {
  std::string text;
  for (const Outcome& o : outcomes) {
    for (const int value : o) text += std::to_string(value);
    text += ' ';
  }
  return text;
}

TEST(LitmusTest, RandomTestsHaveTheResultsThatTheAxiomsAllow) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const Litmus test = drawn(seed);
    std::set<Outcome> weaker;
    for (const MemoryModel model : {MemoryModel::Rmo, MemoryModel::Pso, MemoryModel::Tso}) {
      const std::set<Outcome> expected = byAxioms(test, model), copy = byCopy(test, model);
      ASSERT_EQ(toString(copy), toString(expected))
          << memoryModelName(model) << ", seed " << seed << ": " << toString(test);
      if (model != MemoryModel::Rmo) {
        ASSERT_EQ(toString(byBuffers(test, model)), toString(expected))
            << memoryModelName(model) << ", seed " << seed << ": " << toString(test);
        ASSERT_TRUE(std::ranges::includes(weaker, expected)) << toString(test);
      }
      weaker = expected;
    }
  }
}

} // namespace
} // namespace heddle::litmus
