// Proofs and violations of the tree, and what each of its reductions must not lose.
#include "engines/impact/impact.h"

#include "ccfg/text.h"
#include "check/confirm.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::impact {
namespace {

using engine::Verdict;

ccfg::PropertySet asserts() {
  ccfg::PropertySet set;
  set.add(ccfg::Property::Assert);
  return set;
}

// A counterexample is executed before it is believed.
engine::Result ask(const std::string& text, const ImpactOptions& options = {}) {
  const auto p = ccfg::parseText("program LP64\n" + text, "model");
  engine::Result r = makeImpact(options)->ask(*p, {asserts()});
  if (r.counterexample() != nullptr) check::confirm(*p, *r.counterexample(), asserts());
  return r;
}

double count(const engine::Result& r, const std::string& name) {
  for (const auto& [key, value] : r.statistics.entries())
    if (key == "impact." + name) return value;
  ADD_FAILURE() << "no statistic " << name;
  return 0;
}

constexpr Configuration all[] = {Configuration::Full, Configuration::Spor, Configuration::SporFc,
                                 Configuration::Dpor, Configuration::DporFc};

// Wachter et al. 2013, section IV-C: the assertion fails only if the reader comes right after x := 1. The
// reader has the lower slot, so after the writer's choice, which is independent of it, it is skipped; the
// node after x := 1 is covered by that node, and must hand the reader's step over to it.
const std::string coverExample = R"(
object x global 4
thread main {
  entry A exit Z
  A: -> B: fork reader
  B: -> Z: fork writer
}
thread reader {
  reg %r:32
  entry A exit Z
  A: -> B: %r := load.4 &x
  B: -> Z: assert (eq %r 0:32) "x is 0"
}
thread writer {
  reg %c:1
  entry A exit Z
  A: -> B: %c := nondet
  B: -> C: assume %c
     -> D: assume (not %c)
  C: -> D: store.4 &x 1:32
  D: -> Z: store.4 &x 0:32
}
)";

TEST(Impact, CoverExpansionsFindWhatTheReductionAloneMisses) {
  for (Configuration c : all) EXPECT_EQ(ask(coverExample, {.configuration = c}).verdict, Verdict::False);
  for (Configuration c : {Configuration::Dpor, Configuration::DporFc}) {
    const engine::Result unsound = ask(coverExample, {.configuration = c, .coverExpansions = false});
    EXPECT_EQ(unsound.verdict, Verdict::True);
  }
}

// Each thread adds one to both of two counters, under a lock, without end.
std::string counters(const std::string& condition) {
  return R"(
object m global 4
object x global 4
object y global 4
thread main {
  reg %o:32 %a:32 %b:32
  entry A exit Z
  A: -> B: fork worker
  B: -> C: atomic %o := load.4.seq_cst &m; assume (eq %o 0:32); store.4.seq_cst &m 1:32
  C: -> D: %a := load.4 &x
  D: -> E: %b := load.4 &y
  E: -> F: assert )" +
         condition + R"( "equal"
  F: -> B: store.4.seq_cst &m 0:32
}
thread worker {
  reg %o:32 %a:32 %b:32
  entry A exit Z
  A: -> B: atomic %o := load.4.seq_cst &m; assume (eq %o 0:32); store.4.seq_cst &m 2:32
  B: -> C: %a := load.4 &x
  C: -> D: store.4 &x (add %a 1:32)
  D: -> E: %b := load.4 &y
  E: -> F: store.4 &y (add %b 1:32)
  F: -> A: store.4.seq_cst &m 0:32
}
)";
}

TEST(Impact, ProvesLoopsThatNoBoundCompletes) {
  for (Configuration c : all) {
    const engine::Result r = ask(counters("(eq %a %b)"), {.configuration = c});
    EXPECT_EQ(r.verdict, Verdict::True) << configurationName(c) << ": " << r.why;
    EXPECT_TRUE(r.assumptions.empty());
    EXPECT_EQ(ask(counters("(not (eq %a 2:32))"), {.configuration = c}).verdict, Verdict::False);
  }
}

TEST(Impact, ReductionsMakeSmallerTrees) {
  const auto nodes = [&](Configuration c) {
    return count(ask(counters("(eq %a %b)"), {.configuration = c}), "nodes");
  };
  EXPECT_LE(nodes(Configuration::Spor), nodes(Configuration::Full));
  EXPECT_LT(nodes(Configuration::SporFc), nodes(Configuration::Spor));
  EXPECT_LT(nodes(Configuration::DporFc), nodes(Configuration::Dpor));
}

// An input may be anything: a label can't mention it, and must hold for the worst.
TEST(Impact, InputsNeverEnterLabels) {
  const auto sum = [](const std::string& amount) {
    return R"(
object a global 4
object b global 4
thread main {
  reg %n:32 %a:32 %b:32
  entry A exit Z
  A: -> B: %n := nondet
  B: -> C: %a := load.4 &a
  C: -> D: store.4 &a (sub %a %n)
  D: -> E: %b := load.4 &b
  E: -> F: store.4 &b (add %b )" +
           amount + R"()
  F: -> G: %a := load.4 &a
  G: -> H: %b := load.4 &b
  H: -> A: assert (eq (add %a %b) 0:32) "the sum stays"
}
)";
  };
  EXPECT_EQ(ask(sum("%n")).verdict, Verdict::True);
  EXPECT_EQ(ask(sum("1:32")).verdict, Verdict::False);
}

// Addresses that the path decides: the two threads write to different elements, and only a label says so.
TEST(Impact, IndependenceOfAddressesIsSaidByLabels) {
  const auto elements = [](const std::string& guard) {
    return R"(
object v global 8
object i global 8
object j global 8
thread main {
  reg %c:1 %i:64 %j:64 %h:32 %k:32 %r:32
  entry A exit Z
  A: -> B: %c := nondet
  B: -> C: store.8 &i (ite %c 0:64 4:64)
  C: -> D: store.8 &j )" +
           guard + R"(
  D: -> E: %h := fork first
  E: -> F: %k := fork second
  F: -> G: join %h
  G: -> H: join %k
  H: -> I: %i := load.8 &i
  I: -> J: %r := load.4 (add &v %i)
  J: -> Z: assert (eq %r 1:32) "the first one's"
}
thread first {
  reg %i:64
  entry A exit Z
  A: -> B: %i := load.8 &i
  B: -> Z: store.4 (add &v %i) 1:32
}
thread second {
  reg %j:64
  entry A exit Z
  A: -> B: %j := load.8 &j
  B: -> Z: store.4 (add &v %j) 2:32
}
)";
  };
  for (Configuration c : all) {
    EXPECT_EQ(ask(elements("(ite %c 4:64 0:64)"), {.configuration = c}).verdict, Verdict::True);
    EXPECT_EQ(ask(elements("0:64"), {.configuration = c}).verdict, Verdict::False);
  }
}

// Wachter et al. 2013, Figure 1: an edge for each statement. v[i] and v[j] differ because i and j do; the
// labels say so, and only because of that A and B come before a and b.
std::string figure1(const std::string& j) {
  return R"(
object v global 8
object i global 8
object j global 8
thread main {
  reg %c:1 %h:32 %k:32 %j:64 %r:32
  entry A exit Z
  A: -> B: atomic %c := nondet; store.8 &i (ite %c 0:64 4:64); store.8 &j )" +
         j + R"(
  B: -> C: atomic %h := fork first; %k := fork second
  C: -> D: atomic join %h; join %k
  D: -> E: atomic %j := load.8 &j; %r := load.4 (add &v %j)
  E: -> Z: assert (eq %r 4294967295:32) "v[j] is -1"
}
thread first {
  reg %i:64 %j:64 %x:32
  entry A exit Z
  A: -> B: atomic %i := load.8 &i; store.4 (add &v %i) 1:32
  B: -> C: atomic %i := load.8 &i; %x := load.4 (add &v %i); store.4 (add &v %i) (add %x 1:32)
  C: -> Z: atomic %i := load.8 &i; %j := load.8 &j; %x := load.4 (add &v %j); store.4 (add &v %i) %x
}
thread second {
  reg %i:64 %j:64 %x:32
  entry A exit Z
  A: -> B: atomic %j := load.8 &j; store.4 (add &v %j) 4294967294:32
  B: -> C: atomic %j := load.8 &j; %x := load.4 (add &v %j); store.4 (add &v %j) (add %x 1:32)
  C: -> Z: atomic %i := load.8 &i; %x := load.4 (add &v %i); store.4 (add &v %i) (add %x 1:32)
}
)";
}

TEST(Impact, ProvesFigure1WithTheTreeOfFigure2) {
  const std::string differs = "(ite %c 4:64 0:64)";
  constexpr double mains = 5;  // nodes before both threads run, and after they have ended
  constexpr double edges = 20; // of Figure 2: A and B twice each, everything else four times
  const engine::Result reduced = ask(figure1(differs));
  EXPECT_EQ(reduced.verdict, Verdict::True);
  EXPECT_EQ(count(reduced, "nodes"), mains + edges + 1);
  const engine::Result forced = ask(figure1(differs), {.configuration = Configuration::SporFc});
  EXPECT_EQ(forced.verdict, Verdict::True);
  EXPECT_EQ(count(forced, "nodes"), mains + 24 + 1); // every step of one at every place of the other
  for (Configuration c : all)
    EXPECT_EQ(ask(figure1("(ite %c 0:64 4:64)"), {.configuration = c}).verdict, Verdict::False);
}

// What each way of finding labels proves alone, and that the statistics tell who was asked.
TEST(Impact, EachRefinerProves) {
  for (RefinerChoice r : {RefinerChoice::Weakest, RefinerChoice::Strongest, RefinerChoice::Spacer}) {
    const engine::Result proof = ask(counters("(eq %a %b)"), {.refiner = r});
    EXPECT_EQ(proof.verdict, Verdict::True) << refinerName(r) << ": " << proof.why;
    EXPECT_GT(count(proof, "refiner." + std::string(refinerName(r)) + ".found"), 0);
    EXPECT_EQ(ask(counters("(not (eq %a 2:32))"), {.refiner = r}).verdict, Verdict::False);
  }
}

// Seeds are adopted where they follow from the node before, and only there; a wrong one changes no verdict.
TEST(Impact, SeedsAreNotBelieved) {
  const auto seeded = [](const std::string& condition, uint64_t highest) {
    const std::string text = R"(
object x global 4
thread main {
  reg %a:32 %h:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: %a := load.4 &x
  C: -> B: assert )" + condition +
                             R"( "small"
}
thread worker {
  reg %b:32
  entry A exit Z
  A: -> B: %b := load.4 &x
  B: -> A: store.4 &x (ite (ult %b 5:32) (add %b 1:32) 0:32)
}
)";
    const auto p = ccfg::parseText("program LP64\n" + text, "model");
    engine::Invariants all;
    for (ccfg::LocId l = 0; l < p->locations.size(); ++l) {
      const engine::Range range{.width = 32, .unsignedMax = highest, .signedMax = INT32_MAX};
      all.push_back({.location = l, .bounds = {{{.object = 0, .bytes = 4}, range}}, .relations = {}});
    }
    const ImpactOptions options{.seeds = std::make_shared<const engine::Invariants>(all)};
    return makeImpact(options)->ask(*p, {asserts()});
  };
  const engine::Result right = seeded("(ult %a 6:32)", 5);
  EXPECT_EQ(right.verdict, Verdict::True);
  EXPECT_GT(count(right, "seeds.adopted"), 0);
  const engine::Result wrong = seeded("(ult %a 4:32)", 3);
  EXPECT_EQ(wrong.verdict, Verdict::False);
  EXPECT_GT(count(wrong, "seeds.refused"), 0);
}

TEST(Impact, MoreThreadsThanAreFollowedAreAnAssumption) {
  const std::string endless = R"(
thread main {
  entry A exit Z
  A: -> A: fork worker
}
thread worker {
  entry A exit Z
  A: -> Z: skip
}
)";
  const engine::Result r = ask(endless, {.maxThreads = 3});
  ASSERT_EQ(r.assumptions.size(), 1u);
  EXPECT_EQ(r.assumptions[0].kind, ccfg::AssumptionKind::ThreadBound);
  const engine::Result proof = ask(endless, {.maxThreads = 3, .proofsOnly = true});
  EXPECT_EQ(proof.verdict, Verdict::Unknown);
  EXPECT_EQ(proof.why, "at most 3 threads are started");
}

// A worker that is joined before the next one starts, again and again; what it is given, and what it returns,
// is known.
std::string rounds(const std::string& condition) {
  return R"(
object x global 4
thread main {
  reg %h:32 %n:32 %r:32
  entry A exit Z
  A: -> B: %n := load.4 &x
  B: -> C: store.4 &x (ite (eq %n 9:32) 9:32 (add %n 1:32))
  C: -> D: %h := fork worker %n
  D: -> E: %r := join %h
  E: -> A: assert )" +
         condition + R"( "given"
}
thread worker {
  reg %n:32
  params %n
  result %n
  entry A exit Z
  A: -> Z: skip
}
)";
}

TEST(Impact, ThreadsThatHaveEndedGiveWay) {
  for (Configuration c : all) {
    const engine::Result proof = ask(rounds("(eq %r %n)"), {.configuration = c, .maxThreads = 3});
    EXPECT_EQ(proof.verdict, Verdict::True) << configurationName(c) << ": " << proof.why;
    EXPECT_TRUE(proof.assumptions.empty());
    // In the tenth thread: the schedule has their numbers.
    EXPECT_EQ(ask(rounds("(not (eq %r 9:32))"), {.configuration = c, .maxThreads = 3}).verdict,
              Verdict::False);
  }
  const engine::Result kept = ask(rounds("(eq %r %n)"), {.maxThreads = 3, .takeSlots = false});
  ASSERT_EQ(kept.assumptions.size(), 1u);
  EXPECT_EQ(kept.assumptions[0].kind, ccfg::AssumptionKind::ThreadBound);
}

// A thread that has given way was joined, or its result is anything.
TEST(Impact, HandlesOfThreadsThatGaveWayAreNotMistaken) {
  const auto late = [](const std::string& condition) {
    return R"(
object a global 4
object b global 4
thread main {
  reg %h:32 %k:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker 3:32
  B: -> C: store.4 &a %h
  C: -> D: %k := fork worker 4:32
  D: -> E: join %k
  E: -> F: %k := fork worker 5:32
  F: -> G: join %k
  G: -> H: %h := load.4 &a
  H: -> I: %r := join %h
  I: -> A: assert )" +
           condition + R"( "the first one's"
}
thread worker {
  reg %n:32
  params %n
  result %n
  entry A exit Z
  A: -> Z: skip
}
)";
  };
  EXPECT_EQ(ask(late("(eq %r 3:32)"), {.maxThreads = 3}).verdict, Verdict::True);
  EXPECT_EQ(ask(late("(eq %r 5:32)"), {.maxThreads = 3}).verdict, Verdict::False);
}

// Two threads that say that they are there, and then look whether the other is, again and again.
std::string alternating(const std::string& fence) {
  const auto thread = [&](const std::string& mine, const std::string& other) {
    return "  A: -> B: store.4 &" + mine + " 1:32\n  B: -> C: " + fence + "\n  C: -> D: %r := load.4 &" +
           other + "\n  D:\n    -> E: assume (eq %r 0:32)\n    -> H: assume (not (eq %r 0:32))\n" +
           "  E: -> F: atomic store.4 &c 1:32; %r := load.4 &in; assert (eq %r 0:32) \"in\"; store.4 &in "
           "1:32\n" +
           "  F: -> H: atomic store.4 &in 0:32\n  H: -> A: atomic store.4 &" + mine + " 0:32\n}\n";
  };
  const std::string head = "  reg %r:32 %h:32\n  entry S exit Z\n";
  return "object a global 4\nobject b global 4\nobject c global 4\nobject in global 4\nthread main {\n" +
         head + "  S: -> A: %h := fork other\n" + thread("a", "b") + "thread other {\n" + head +
         "  S: -> A: skip\n" + thread("b", "a");
}

TEST(Impact, StoreBuffersAreWrittenIntoACopy) {
  const auto verdict = [](const std::string& text, ccfg::MemoryModel model) {
    const auto p = ccfg::parseText("program LP64\n" + text, "model");
    const engine::Result r = makeImpact({})->ask(*p, {asserts(), model});
    EXPECT_TRUE(r.assumptions.empty());
    if (r.counterexample() == nullptr) return r.verdict;
    EXPECT_EQ(r.counterexample()->memoryModel, model);
    check::confirm(*p, *r.counterexample(), asserts()); // by the interpreter's own buffers
    EXPECT_TRUE(std::ranges::any_of(r.counterexample()->steps, &ccfg::ScheduleStep::isFlush));
    return r.verdict;
  };
  EXPECT_EQ(verdict(alternating("skip"), ccfg::MemoryModel::Sc), Verdict::True);
  for (const auto model : {ccfg::MemoryModel::Tso, ccfg::MemoryModel::Pso}) {
    EXPECT_EQ(verdict(alternating("skip"), model), Verdict::False);
    EXPECT_EQ(verdict(alternating("fence.seq_cst"), model), Verdict::True);
  }
}

TEST(Impact, SaysHowFarItCame) {
  const auto p = ccfg::parseText("program LP64\n" + counters("(eq %a %b)"), "model");
  Budget budget;
  budget.setTimeout(1e-9);
  const engine::Result r = makeImpact({})->ask(*p, {asserts()}, budget);
  EXPECT_EQ(r.verdict, Verdict::Unknown);
  EXPECT_NE(r.why.find("nothing found in a tree of"), std::string::npos) << r.why;
  EXPECT_NE(r.why.find("the deepest open one"), std::string::npos) << r.why;
}

} // namespace
} // namespace heddle::impact
