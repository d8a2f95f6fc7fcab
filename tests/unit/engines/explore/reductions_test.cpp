// Every reduction against the naive search, on random programs: same verdict for each property.
#include "check.h"
#include "randomprogram.h"
#include "randomtree.h"

#include <cstdlib>

namespace heddle::explore {
namespace {

using ccfg::Property;

engine::Result explore(const ccfg::Program& p, Property property, Reduction reduction) {
  ExploreOptions options;
  options.reduction = reduction;
  Budget budget;
  budget.setTimeout(1);
  return explore(p, {only(property)}, options, budget);
}

bool outOfTime(const engine::Result& r) { return r.why.find("out of time") != std::string::npos; }

// HEDDLE_RANDOM_PROGRAMS=FIRST:COUNT runs others than the usual ones.
std::pair<uint64_t, uint64_t> seeds() {
  const char* wanted = std::getenv("HEDDLE_RANDOM_PROGRAMS");
  unsigned long first = 1, count = 300;
  if (wanted) std::sscanf(wanted, "%lu:%lu", &first, &count);
  return {first, count};
}

struct Tally {
  unsigned tooLarge = 0, verdicts[3] = {0, 0, 0};
};

void compare(const ccfg::Program& p, Property property, uint64_t seed, Tally& tally) {
  const engine::Result naive = explore(p, property, Reduction::None);
  if (outOfTime(naive)) {
    ++tally.tooLarge;
    return;
  }
  ++tally.verdicts[static_cast<int>(naive.verdict)];
  for (Reduction reduction : {Reduction::Local, Reduction::Persistent, Reduction::Optimistic}) {
    const engine::Result reduced = explore(p, property, reduction);
    if (outOfTime(reduced))
      ++tally.tooLarge;
    else
      ASSERT_EQ(nameOf(reduced.verdict), nameOf(naive.verdict))
          << "seed " << seed << ", " << propertyName(property) << ", " << reductionName(reduction) << "\n"
          << naive.why << "; " << reduced.why << "\n"
          << ccfg::printText(p);
  }
}

void expectVariety(const Tally& tally, uint64_t first, uint64_t count) {
  EXPECT_LE(tally.tooLarge, count); // of four runs a question
  if (first == 1) {                 // the sample shows something
    for (unsigned n : tally.verdicts) EXPECT_GT(n, count / 100);
  }
  std::printf("true %u, false %u, unknown %u, too large %u\n", tally.verdicts[0], tally.verdicts[1],
              tally.verdicts[2], tally.tooLarge);
}

TEST(Reductions, AgreeWithTheNaiveSearchOnRandomPrograms) {
  Tally tally;
  const auto [first, count] = seeds();
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const auto p = randomProgram(seed);
    for (Property property : {Property::Assert, Property::Race, Property::Deadlock, Property::LockMisuse}) {
      compare(*p, property, seed, tally);
      if (HasFatalFailure()) return;
    }
  }
  expectVariety(tally, first, count);
}

TEST(Reductions, AgreeWithTheNaiveSearchOnMarkedBlocks) {
  Tally tally;
  const auto [first, count] = seeds();
  for (uint64_t seed = first; seed < first + count; ++seed) {
    compare(*randomProgram(seed, true), Property::Atomicity, seed, tally);
    if (HasFatalFailure()) return;
  }
  expectVariety(tally, first, count);
}

// Optimism has most to lose where threads come and go and hand memory to each other.
TEST(Reductions, AgreeWithTheNaiveSearchOnTreesOfThreads) {
  Tally tally;
  const auto [first, all] = seeds();
  const uint64_t count = all / 3; // they are larger
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const auto p = models::parse(randomTree(seed));
    for (Property property : {Property::Assert, Property::Race, Property::Deadlock, Property::Memory}) {
      compare(*p, property, seed, tally);
      if (HasFatalFailure()) return;
    }
  }
  expectVariety(tally, first, count);
}

} // namespace
} // namespace heddle::explore
