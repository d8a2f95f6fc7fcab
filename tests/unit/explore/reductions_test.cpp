// Every reduction against the naive search, on random programs: same verdict for each property.
#include "check.h"
#include "randomprogram.h"

#include <cstdlib>

namespace heddle::explore {
namespace {

using ccfg::Property;

engine::Result explore(const ccfg::Program& p, Property property, Reduction reduction) {
  ExploreOptions options;
  options.reduction = reduction;
  Budget budget;
  budget.setTimeout(1);
  engine::Result r = makeExplore(options)->run(p, only(property), budget, nullptr);
  if (r.verdict == engine::Verdict::False) check::confirm(p, *r.counterexample, only(property));
  engine::applyAssumptions(r, false);
  return r;
}

bool outOfTime(const engine::Result& r) { return r.why.find("out of time") != std::string::npos; }

// HEDDLE_RANDOM_PROGRAMS=FIRST:COUNT runs others than the usual ones.
std::pair<uint64_t, uint64_t> seeds() {
  const char* wanted = std::getenv("HEDDLE_RANDOM_PROGRAMS");
  unsigned long first = 1, count = 300;
  if (wanted) std::sscanf(wanted, "%lu:%lu", &first, &count);
  return {first, count};
}

TEST(Reductions, AgreeWithTheNaiveSearchOnRandomPrograms) {
  unsigned tooLarge = 0, verdicts[3] = {0, 0, 0};
  const auto [first, count] = seeds();
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const auto p = randomProgram(seed);
    for (Property property : {Property::Assert, Property::Race, Property::Deadlock, Property::LockMisuse}) {
      const engine::Result naive = explore(*p, property, Reduction::None);
      if (outOfTime(naive)) {
        ++tooLarge;
        continue;
      }
      ++verdicts[static_cast<int>(naive.verdict)];
      for (Reduction reduction : {Reduction::Local, Reduction::Persistent}) {
        const engine::Result reduced = explore(*p, property, reduction);
        if (outOfTime(reduced))
          ++tooLarge;
        else
          ASSERT_EQ(nameOf(reduced.verdict), nameOf(naive.verdict))
              << "seed " << seed << ", " << propertyName(property) << ", " << reductionName(reduction) << "\n"
              << naive.why << "; " << reduced.why << "\n"
              << ccfg::printText(*p);
      }
    }
  }
  EXPECT_LE(tooLarge, count); // of twelve runs a program
  if (first == 1) {           // the sample shows something
    for (unsigned n : verdicts) EXPECT_GT(n, count / 20);
  }
  std::printf("true %u, false %u, unknown %u, too large %u\n", verdicts[0], verdicts[1], verdicts[2],
              tooLarge);
}

} // namespace
} // namespace heddle::explore
