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
  for (uint64_t seed = 1; seed <= 200; ++seed) {
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

TEST(LitmusTest, PowerAllowsAllThatRmoDoesAndNoMoreThanItsAxioms) {
  size_t more = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    const Litmus test = drawn(seed, seed % 10 == 0 ? 0 : 3);
    const std::set<Outcome> rmo = byCopy(test, MemoryModel::Rmo), power = byCopy(test, MemoryModel::Power);
    ASSERT_TRUE(std::ranges::includes(power, rmo)) << seed << ": " << toString(test);
    const std::set<Outcome> allowed = byAxioms(test, MemoryModel::Power);
    ASSERT_TRUE(std::ranges::includes(allowed, power)) << seed << ": " << toString(test) << "\n"
                                                       << toString(power) << "\n"
                                                       << toString(allowed);
    more += power.size() > rmo.size();
  }
  EXPECT_GT(more, 0U);
}

Op read(int place, MemOrder order = MemOrder::Relaxed) { return {Op::Kind::Read, place, order}; }
Op write(int place, MemOrder order = MemOrder::Relaxed) { return {Op::Kind::Write, place, order}; }
Op fence(MemOrder order) { return {Op::Kind::Fence, 0, order}; }
Op data(Op op) { return op.data = 0, op; } // on the thread's first access
Op address(Op op) { return op.address = 0, op; }
Op control(Op op) { return op.control = 0, op; }

constexpr int x = 0, y = 1, z = 2;
const Op sync = fence(MemOrder::SeqCst), light = fence(MemOrder::AcqRel), rel = fence(MemOrder::Release),
         acq = fence(MemOrder::Acquire);

struct Known {
  const char* name;
  std::vector<std::vector<Op>> threads;
  Outcome outcome;  // of the reads; and what places hold in the end, if that matters
  std::string from; // the first model that allows it; none
};

// Names and verdicts as in Alglave et al. 2014; tso and pso as in the
// SPARC manual. The writes to a place write 1, 2, ... thread by thread.
const std::vector<Known> knownTests = {
    {"sb", {{write(x), read(y)}, {write(y), read(x)}}, {0, 0}, "tso"},
    {"sb+syncs", {{write(x), sync, read(y)}, {write(y), sync, read(x)}}, {0, 0}, ""},
    {"sb+lwsyncs", {{write(x), light, read(y)}, {write(y), light, read(x)}}, {0, 0}, "tso"},
    {"mp", {{write(x), write(y)}, {read(y), read(x)}}, {1, 0}, "pso"},
    {"mp+sync+addr", {{write(x), sync, write(y)}, {read(y), address(read(x))}}, {1, 0}, ""},
    {"mp+lwsync+addr", {{write(x), light, write(y)}, {read(y), address(read(x))}}, {1, 0}, ""},
    {"mp+lwsync+po", {{write(x), light, write(y)}, {read(y), read(x)}}, {1, 0}, "rmo"},
    {"mp+lwsync+ctrl", {{write(x), light, write(y)}, {read(y), control(read(x))}}, {1, 0}, "rmo"},
    {"mp+po+addr", {{write(x), write(y)}, {read(y), address(read(x))}}, {1, 0}, "pso"},
    {"mp+release+acquire",
     {{write(x), write(y, MemOrder::Release)}, {read(y, MemOrder::Acquire), read(x)}},
     {1, 0},
     ""},
    {"mp+rel+acq", {{write(x), rel, write(y)}, {read(y), acq, read(x)}}, {1, 0}, ""},
    {"lb", {{read(x), write(y)}, {read(y), write(x)}}, {1, 1}, "rmo"},
    {"lb+datas", {{read(x), data(write(y))}, {read(y), data(write(x))}}, {1, 1}, ""},
    {"lb+ctrls", {{read(x), control(write(y))}, {read(y), control(write(x))}}, {1, 1}, ""},
    {"lb+addrs", {{read(x), address(write(y))}, {read(y), address(write(x))}}, {1, 1}, ""},
    {"lb+data+po", {{read(x), data(write(y))}, {read(y), write(x)}}, {1, 1}, "rmo"},
    {"iriw", {{write(x)}, {write(y)}, {read(x), read(y)}, {read(y), read(x)}}, {1, 0, 1, 0}, "rmo"},
    {"iriw+addrs",
     {{write(x)}, {write(y)}, {read(x), address(read(y))}, {read(y), address(read(x))}},
     {1, 0, 1, 0},
     "power"},
    {"iriw+lwsyncs",
     {{write(x)}, {write(y)}, {read(x), light, read(y)}, {read(y), light, read(x)}},
     {1, 0, 1, 0},
     "power"},
    {"iriw+syncs",
     {{write(x)}, {write(y)}, {read(x), sync, read(y)}, {read(y), sync, read(x)}},
     {1, 0, 1, 0},
     ""},
    {"iriw+sync+addr",
     {{write(x)}, {write(y)}, {read(x), sync, read(y)}, {read(y), address(read(x))}},
     {1, 0, 1, 0},
     "power"},
    {"wrc", {{write(x)}, {read(x), write(y)}, {read(y), read(x)}}, {1, 1, 0}, "rmo"},
    {"wrc+data+addr",
     {{write(x)}, {read(x), data(write(y))}, {read(y), address(read(x))}},
     {1, 1, 0},
     "power"},
    {"wrc+lwsync+addr", {{write(x)}, {read(x), light, write(y)}, {read(y), address(read(x))}}, {1, 1, 0}, ""},
    {"wrc+sync+addr", {{write(x)}, {read(x), sync, write(y)}, {read(y), address(read(x))}}, {1, 1, 0}, ""},
    {"wrc+release+acquire",
     {{write(x)}, {read(x), data(write(y, MemOrder::Release))}, {read(y, MemOrder::Acquire), read(x)}},
     {1, 1, 0},
     ""},
    {"both release and see early", // neither store waits for the other
     {{read(x), write(y, MemOrder::Release), read(z)},
      {read(y), write(z, MemOrder::Release), read(y)},
      {read(y), read(z), write(x)}},
     {0, 0, 1, 1, 1, 1},
     "sc"},
    {"isa2", {{write(x), write(y)}, {read(y), write(z)}, {read(z), read(x)}}, {1, 1, 0}, "pso"},
    {"isa2+sync+data+addr",
     {{write(x), sync, write(y)}, {read(y), data(write(z))}, {read(z), address(read(x))}},
     {1, 1, 0},
     ""},
    {"isa2+lwsync+data+addr",
     {{write(x), light, write(y)}, {read(y), data(write(z))}, {read(z), address(read(x))}},
     {1, 1, 0},
     ""},
    {"2+2w", {{write(x), write(y)}, {write(y), write(x)}}, {1, 2}, "pso"},
    {"2+2w+lwsyncs", {{write(x), light, write(y)}, {write(y), light, write(x)}}, {1, 2}, ""},
    {"r", {{write(x), write(y)}, {write(y), read(x)}}, {0, 1, 2}, "tso"},
    {"r+po+sync", {{write(x), write(y)}, {write(y), sync, read(x)}}, {0, 1, 2}, "pso"},
    {"r+syncs", {{write(x), sync, write(y)}, {write(y), sync, read(x)}}, {0, 1, 2}, ""},
    {"s", {{write(x), write(y)}, {read(y), write(x)}}, {1, 1, 1}, "pso"},
    {"s+lwsync+po", {{write(x), light, write(y)}, {read(y), write(x)}}, {1, 1, 1}, "rmo"},
    {"s+lwsync+data", {{write(x), light, write(y)}, {read(y), data(write(x))}}, {1, 1, 1}, ""},
    {"corr", {{write(x)}, {read(x), read(x)}, {read(y)}}, {1, 0, 0}, ""},
    {"coww", {{write(x), write(x)}, {write(y)}}, {1, 1}, ""},
    {"corw", {{read(x), write(x)}, {write(x)}, {read(y)}}, {1, 0, 2, 0}, ""},
    {"cowr", {{write(x), read(x)}, {write(x)}, {read(y)}}, {2, 0, 1, 0}, ""},
};

bool hasResult(const std::set<Outcome>& outcomes, const Known& test) {
  return std::ranges::any_of(outcomes, [&](const Outcome& o) {
    return std::equal(test.outcome.begin(), test.outcome.end(), o.begin());
  });
}

TEST(LitmusTest, KnownTestsHaveTheKnownVerdicts) {
  for (const Known& test : knownTests) {
    Litmus litmus{0, test.threads};
    for (const auto& ops : test.threads)
      for (const Op& op : ops) litmus.places = std::max(litmus.places, op.place + 1);
    bool allowed = false;
    for (const MemoryModel model :
         {MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso, MemoryModel::Rmo, MemoryModel::Power}) {
      allowed = allowed || memoryModelName(model) == test.from;
      const auto outcomes = model == MemoryModel::Sc ? byBuffers(litmus, model) : byCopy(litmus, model);
      EXPECT_EQ(hasResult(outcomes, test), allowed) << test.name << " under " << memoryModelName(model);
      EXPECT_EQ(hasResult(byAxioms(litmus, model), test), allowed)
          << test.name << " by the axioms of " << memoryModelName(model);
    }
  }
}

} // namespace
} // namespace heddle::litmus
