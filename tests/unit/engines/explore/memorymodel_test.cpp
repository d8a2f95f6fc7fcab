// Memory models: small models with known answers, and laws on random programs.
#include "check.h"
#include "randomprogram.h"

#include <algorithm>
#include <random>

namespace heddle::explore {
namespace {

using ccfg::MemOrder;
using ccfg::MemoryModel;
using ccfg::Property;
using engine::Verdict;

engine::Result explore(const ccfg::Program& p, Property property, MemoryModel model, Reduction reduction) {
  ExploreOptions options;
  options.reduction = reduction;
  Budget budget;
  budget.setTimeout(1);
  engine::Result r = explore(p, {only(property), model}, options, budget);
  if (r.verdict == Verdict::False) {
    EXPECT_EQ(r.counterexample()->memoryModel, model);
  }
  return r;
}

// Verdicts under sc, tso and pso.
std::string verdicts(const std::string& text, Property property) {
  const auto p = models::parse(text);
  std::string all;
  for (MemoryModel model : {MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso}) {
    const std::string naive = nameOf(explore(*p, property, model, Reduction::None).verdict);
    for (Reduction reduction : {Reduction::Local, Reduction::Persistent})
      EXPECT_EQ(nameOf(explore(*p, property, model, reduction).verdict), naive);
    all += (all.empty() ? "" : " ") + naive;
  }
  return all;
}

// Two threads; the asserting one comes second.
std::string pair(const std::string& first, const std::string& second) {
  return "program LP64\nobject x global 4\nobject y global 4\n"
         "thread main {\n  reg %h:32 %r:32 %s:32\n  entry A exit Z\n  A: -> B: %h := fork worker\n" +
         second + "}\nthread worker {\n  reg %r:32\n  entry A exit Z\n" + first + "}\n";
}

TEST(MemoryModels, MessagePassing) {
  const std::string reader = "  B: -> C: %r := load.4 &y\n  C: -> D: %s := load.4 &x\n"
                             "  D: -> Z: assert (or (eq %r 0:32) (eq %s 1:32)) \"seen\"\n";
  EXPECT_EQ(
      verdicts(pair("  A: -> B: store.4 &x 1:32\n  B: -> Z: store.4 &y 1:32\n", reader), Property::Assert),
      "true true false");
  EXPECT_EQ(verdicts(pair("  A: -> B: store.4 &x 1:32\n  B: -> Z: store.4.release &y 1:32\n", reader),
                     Property::Assert),
            "true true true");
}

// Each waits for the other's store to be missing: with buffers both may go on, and without neither blocks.
TEST(MemoryModels, ThreadsThatCanStillFlushAreNoDeadlock) {
  const std::string waits = "  B: -> C: store.4 &x 1:32\n"
                            "  C: -> D: %r := load.4 &y; assume (eq %r 1:32)\n  D: -> Z: skip\n";
  EXPECT_EQ(verdicts(pair("  A: -> Z: store.4 &y 1:32\n", waits), Property::Deadlock), "true true true");
  EXPECT_EQ(verdicts(pair("  A: -> Z: store.4 &y 2:32\n", waits), Property::Deadlock), "false false false");
}

TEST(MemoryModels, StoresWithoutEndAreCutShort) {
  const std::string loop = "  A:\n    -> B: store.4 &x 1:32\n    -> Z: skip\n  B: -> A: skip\n";
  EXPECT_EQ(verdicts(pair(loop, "  B: -> Z: skip\n"), Property::Assert), "true unknown unknown");
}

// Weakens the seq_cst accesses of a random program, and adds fences.
void weaken(ccfg::Program& p, uint64_t seed) {
  std::mt19937_64 random(seed);
  const MemOrder orders[] = {MemOrder::Relaxed, MemOrder::Release, MemOrder::AcqRel, MemOrder::SeqCst};
  for (ccfg::Edge& e : p.edges) {
    if (e.atomicGroup) continue;
    for (ccfg::Operation& op : e.ops)
      if (auto* store = std::get_if<ccfg::Store>(&op))
        store->order = random() % 2 == 0 ? MemOrder::Plain : orders[random() % 4];
    if (random() % 8 == 0) e.ops.insert(e.ops.begin(), ccfg::Fence{orders[random() % 4]});
  }
  verify(p);
}

bool outOfTime(const engine::Result& r) { return r.why.find("out of time") != std::string::npos; }

// All that keeps a proof under sc from being one is what tso and pso have and sc has not.
bool tookWeakAsSeqCst(const engine::Result& r) {
  return r.verdict == Verdict::Unknown &&
         std::all_of(r.assumptions.begin(), r.assumptions.end(), [](const ccfg::Assumption& a) {
           return !a.missesBehaviours || a.kind == ccfg::AssumptionKind::WeakAtomics;
         });
}

// A weaker model keeps every violation, and the reduction loses none. That the models differ at all is for
// litmus_test.cpp to show.
TEST(MemoryModels, AllowMoreOneAfterTheOtherOnRandomPrograms) {
  unsigned found = 0, tooLarge = 0;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    const auto p = randomProgram(seed);
    weaken(*p, seed);
    for (Property property : {Property::Assert, Property::Deadlock}) {
      Verdict stronger = Verdict::True;
      for (MemoryModel model : {MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso}) {
        const engine::Result naive = explore(*p, property, model, Reduction::None);
        const engine::Result reduced = explore(*p, property, model, Reduction::Local);
        if (outOfTime(naive) || outOfTime(reduced)) {
          ++tooLarge;
          break;
        }
        EXPECT_EQ(nameOf(naive.verdict), nameOf(reduced.verdict)) << "seed " << seed;
        EXPECT_FALSE(stronger == Verdict::False && naive.verdict != Verdict::False) << "seed " << seed;
        EXPECT_FALSE(stronger == Verdict::Unknown && naive.verdict == Verdict::True) << "seed " << seed;
        found += naive.verdict == Verdict::False;
        stronger = tookWeakAsSeqCst(naive) ? Verdict::True : naive.verdict;
      }
    }
  }
  EXPECT_GT(found, 50u);
  EXPECT_LT(tooLarge, 20u);
}

// Without races, and with no atomics weaker than seq_cst, nobody can tell the models apart.
TEST(MemoryModels, AreTheSameWithoutRacesOnRandomPrograms) {
  unsigned compared = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const auto p = randomProgram(seed);
    const engine::Result races = explore(*p, Property::Race, MemoryModel::Sc, Reduction::Persistent);
    if (races.verdict != Verdict::True) continue;
    for (Property property : {Property::Assert, Property::Deadlock, Property::Race}) {
      const engine::Result sc = explore(*p, property, MemoryModel::Sc, Reduction::Persistent);
      for (MemoryModel model : {MemoryModel::Tso, MemoryModel::Pso}) {
        const engine::Result weak = explore(*p, property, model, Reduction::Local);
        if (outOfTime(sc) || weak.verdict == Verdict::Unknown) continue;
        EXPECT_EQ(nameOf(weak.verdict), nameOf(sc.verdict)) << "seed " << seed;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 100u);
}

} // namespace
} // namespace heddle::explore
