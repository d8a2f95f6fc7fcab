// Shortened counterexamples still show their violation, with fewer context switches.
#include "check.h"

#include "engines/explore/minimise.h"
#include "interp/replay.h"

namespace heddle::explore {
namespace {

using ccfg::Property;

ccfg::Schedule counterexample(const ccfg::Program& p, Property property, bool shorten) {
  ExploreOptions options;
  options.reduction = Reduction::None;
  options.shorten = shorten;
  engine::Result r = makeExplore(options)->ask(p, {only(property)});
  EXPECT_EQ(r.verdict, engine::Verdict::False);
  return *r.counterexample();
}

TEST(Minimise, FindsTheFewestContextSwitches) {
  // main starts both, one reads, the other does it all, the first writes, main looks.
  const auto lost = models::parse(models::lostUpdate);
  EXPECT_EQ(ccfg::contextSwitches(counterexample(*lost, Property::Assert, true).steps), 4u);
  // One worker may run alone first: main, worker, worker.
  EXPECT_EQ(ccfg::contextSwitches(counterexample(*lost, Property::Race, true).steps), 1u);
  const auto abba = models::parse(models::abba);
  EXPECT_EQ(ccfg::contextSwitches(counterexample(*abba, Property::Deadlock, true).steps), 1u);
}

TEST(Minimise, MovesBlocksWhenTheSearchIsTooLarge) {
  for (const auto& [text, property] : {std::pair<std::string, Property>{models::lostUpdate, Property::Assert},
                                       {models::lostUpdate, Property::Race},
                                       {models::philosophers(4), Property::Deadlock}}) {
    const auto p = models::parse(text);
    const ccfg::Schedule first = counterexample(*p, property, false);
    const interp::Code code(*p);
    interp::Machine machine(code, only(property));
    Notes notes(*p);
    Stepper stepper(machine, nullptr, nullptr, notes);
    MinimiseLimits limits;
    limits.states = 0;
    const ccfg::Schedule shorter = minimise(machine, stepper, nullptr, first, limits, Budget());
    EXPECT_LE(ccfg::contextSwitches(shorter.steps), ccfg::contextSwitches(first.steps));
    EXPECT_TRUE(interp::replay(*p, shorter, only(property)).reproduced);
  }
}

// Two threads that take turns without need: one block each is enough.
TEST(Minimise, JoinsAndDropsBlocks) {
  const auto p = models::parse(R"model(
program LP64
object x global 4
object y global 4
thread main {
  reg %a:32
  entry A exit Z
  A: -> B: fork other
  B: -> C: store.4 &x 1:32
  C: -> D: store.4 &x 2:32
  D: -> E: %a := load.4 &x
  E: -> Z: assert (eq %a 0:32) "zero"
}
thread other {
  entry A exit Z
  A: -> B: store.4 &y 1:32
  B: -> C: store.4 &y 2:32
  C: -> Z: store.4 &y 3:32
}
)model");
  ccfg::Schedule s;
  for (ccfg::EdgeId e : {0, 1, 5, 2, 6, 3, 7, 4}) s.steps.push_back({e < 5 ? 1u : 2u, e, {}});
  ASSERT_TRUE(interp::replay(*p, s, only(Property::Assert)).reproduced);
  const interp::Code code(*p);
  interp::Machine machine(code, only(Property::Assert));
  Notes notes(*p);
  Stepper stepper(machine, nullptr, nullptr, notes);
  MinimiseLimits limits;
  limits.states = 0;
  const ccfg::Schedule shorter = minimise(machine, stepper, nullptr, s, limits, Budget());
  EXPECT_EQ(ccfg::contextSwitches(shorter.steps), 0u);
  EXPECT_EQ(shorter.steps.size(), 5u);
}

} // namespace
} // namespace heddle::explore
