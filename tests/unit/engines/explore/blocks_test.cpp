// Marked blocks: what the interpreter watches step by step against the definition, three accesses of a whole
// execution.
#include "check.h"
#include "interp/blockwatch.h"
#include "interp/machine.h"
#include "interp/pending.h"
#include "randomprogram.h"

#include <random>

namespace heddle::explore {
namespace {

using ccfg::Property;
using interp::StepKind;

class AnyValue : public interp::Chooser {
public:
  explicit AnyValue(std::mt19937_64& random) : random_(random) {}
  uint64_t choose(const interp::Choice& c) override {
    const uint64_t value = c.lo + (c.hi - c.lo == UINT64_MAX ? random_() : random_() % (c.hi - c.lo + 1));
    return (value & ~c.known) | c.knownBits;
  }

private:
  std::mt19937_64& random_;
};

// Takes steps of random threads; true if a block is broken. Each step must agree with the definition.
bool walk(const ccfg::Program& p, uint64_t seed) {
  const interp::Code code(p);
  interp::Machine machine(code, only(Property::Atomicity));
  interp::State state = machine.initialState();
  std::mt19937_64 random(seed);
  AnyValue values(random);
  std::vector<interp::BlockStep> steps;
  for (int i = 0; i < 200; ++i) {
    const uint32_t holder = interp::sectionHolder(code, state.view());
    const uint32_t thread =
        holder != 0 ? holder : static_cast<uint32_t>(1 + random() % state.view().threadCount());
    const auto& out = p.out(state.view().location(thread));
    if (out.empty()) continue;
    const ccfg::EdgeId e = out[random() % out.size()];
    const interp::State before = state;
    interp::StepLog log;
    const StepKind kind = machine.step(state, thread, e, values, &log);
    if (kind == StepKind::Disabled) {
      state = before;
      continue;
    }
    if (kind == StepKind::Ended || kind == StepKind::Cutoff) return false;
    steps.push_back({thread, e, log.accesses});
    EXPECT_EQ(kind == StepKind::Violation, interp::brokenBlock(code, steps).has_value())
        << "seed " << seed << "\n"
        << ccfg::printText(p);
    if (kind == StepKind::Violation || testing::Test::HasFailure()) return true;
  }
  return false;
}

TEST(Blocks, AreWatchedAsTheDefinitionSays) {
  int broken = 0;
  for (uint64_t seed = 1; seed <= 500 && !HasFailure(); ++seed) {
    const auto p = randomProgram(seed, true);
    for (uint64_t run = 0; run < 10 && !HasFailure(); ++run) broken += walk(*p, seed * 10 + run);
  }
  EXPECT_GT(broken, 100);
}

} // namespace
} // namespace heddle::explore
