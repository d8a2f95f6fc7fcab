// Dependence and slices, and the registry of analyses.
#include "analysis_models.h"

#include "../models.h"
#include "ccfg/analysis/analysis.h"
#include "ccfg/analysis/graph/slice.h"

#include <gtest/gtest.h>

namespace heddle::ccfg::analysis {
namespace {

using Edges = std::vector<EdgeId>;

struct Analysed {
  explicit Analysed(const std::string& text)
      : p(model(text)), facts(*p), escape(facts.escape()), dependence(facts.dependence()) {}

  Edges slice(Property property) const {
    PropertySet properties;
    properties.add(property);
    Edges result;
    sliceOf(*p, properties, dependence, escape).forEach([&](size_t e) {
      result.push_back(static_cast<EdgeId>(e));
    });
    return result;
  }

  std::unique_ptr<Program> p;
  Facts facts;
  const Escape& escape;
  const Dependence& dependence;
};

const char* const flow = R"(
object x global 4
object y global 4
object z global 4
thread main {
  reg %a:32 %b:32 %c:1 %h:32 %u:32
  entry L0 exit L1
  L0: e0 -> L2: store.4 &x 1:32
  L2: e1 -> L3: %h := fork worker %a
  L3: e2 -> L4: %c := nondet
  L4: e3 -> L5: assume %c
      e4 -> L6: assume (not %c)
  L5: e5 -> L7: %b := 5:32
  L6: e6 -> L7: %b := load.4 &x
  L7: e7 -> L8: %u := load.4 &z
  L8: e8 -> L9: assert (eq %b 5:32) "b"
  L9: e9 -> L10: join %h
  L10: e10 -> L1: store.4 &x 9:32
}
thread worker {
  reg %p:32 %v:32
  params %p
  entry L11 exit L12
  L11: e11 -> L13: store.4 &z %p
  L13: e12 -> L14: %v := load.4 &y
  L14: e13 -> L15: store.4 &x %v
  L15: e14 -> L12: store.4 &z 2:32
}
)";

TEST(Dependence, Control) {
  Analysed a(flow);
  EXPECT_EQ(a.dependence.control(5), Edges{3});
  EXPECT_EQ(a.dependence.control(6), Edges{4});
  EXPECT_EQ(a.dependence.control(8), Edges{});   // the branches have met
  EXPECT_EQ(a.dependence.control(10), Edges{9}); // the join may wait forever
  EXPECT_EQ(a.dependence.control(13), Edges{1});
}

TEST(Dependence, Registers) {
  Analysed a(flow);
  EXPECT_EQ(a.dependence.registers(8), (Edges{5, 6}));
  EXPECT_EQ(a.dependence.registers(4), Edges{2});
  EXPECT_EQ(a.dependence.registers(11), Edges{1}); // a parameter
  EXPECT_EQ(a.dependence.registers(13), Edges{12});
}

TEST(Dependence, MemoryAcrossThreads) {
  Analysed a(flow);
  EXPECT_EQ(a.dependence.memory(6), (Edges{0, 13})); // not the store after the join
  EXPECT_EQ(a.dependence.memory(7), (Edges{11, 14}));
  EXPECT_EQ(a.dependence.memory(12), Edges{});
  EXPECT_EQ(a.dependence.memory(13), Edges{});
}

TEST(Dependence, LoopsAndWaitsDecideWhatFollows) {
  Analysed a(R"(
object m global 4
thread main {
  reg %i:32 %o:32
  entry L0 exit L1
  L0: e0 -> L2: assume (ult %i 3:32)
      e1 -> L3: assume (not (ult %i 3:32))
  L2: e2 -> L0: %i := (add %i 1:32)
  L3: e3 -> L4: atomic %o := load.4 &m; assume (eq %o 0:32); store.4 &m 1:32
  L4: e4 -> L5: skip
  L5: e5 -> L1: skip
}
)");
  EXPECT_EQ(a.dependence.control(2), Edges{0});
  EXPECT_EQ(a.dependence.control(0), Edges{}); // e0 itself, and what it starts over
  EXPECT_EQ(a.dependence.control(3), Edges{1});
  EXPECT_EQ(a.dependence.control(4), Edges{3});
  EXPECT_EQ(a.dependence.control(5), Edges{3});
  EXPECT_EQ(a.dependence.registers(0), Edges{2});
  EXPECT_EQ(a.dependence.memory(3), Edges{3});
}

TEST(Slice, OfAssertions) {
  Analysed a(flow);
  // All but the reads and writes of z, the join, and what comes after it.
  EXPECT_EQ(a.slice(Property::Assert), (Edges{0, 1, 2, 3, 4, 5, 6, 8, 12, 13}));
}

TEST(Slice, OfNothing) {
  Analysed a(flow);
  EXPECT_EQ(a.slice(Property::Overflow), Edges{});
}

TEST(Slice, OfRacesKeepsSharedAccesses) {
  Analysed a(flow);
  Edges s = a.slice(Property::Race);
  for (EdgeId e : {0u, 6u, 7u, 10u, 11u, 13u, 14u}) EXPECT_TRUE(std::count(s.begin(), s.end(), e) == 1) << e;
  EXPECT_EQ(std::count(s.begin(), s.end(), 8u), 0);
}

TEST(Slice, WaitsForWhatIsJoined) {
  Analysed a(R"(
object x global 4
object y global 4
object go global 4
thread main {
  reg %h:32 %r:32
  entry L0 exit L1
  L0: e0 -> L2: %h := fork worker
  L2: e1 -> L3: store.4 &go 1:32
  L3: e2 -> L4: join %h
  L4: e3 -> L5: %r := load.4 &x
  L5: e4 -> L1: assert (eq %r 0:32) "x"
}
thread worker {
  reg %g:32
  entry L6 exit L7
  L6: e5 -> L8: atomic %g := load.4 &go; assume (eq %g 1:32)
  L8: e6 -> L7: store.4 &y 1:32
}
)");
  EXPECT_EQ(a.slice(Property::Assert), (Edges{0, 1, 2, 3, 4, 5}));
}

TEST(Slice, KeepsAtomicSections) {
  Analysed a(R"(
object x global 4
object y global 4
thread main {
  reg %h:32 %r:32
  entry L0 exit L1
  L0: e0 -> L2: %h := fork worker
  L2: e1 -> L3: %r := load.4 &x
  L3: e2 -> L1: assert (ule %r 1:32) "x"
}
thread worker {
  entry L4 exit L5
  L4: e3 -> L6: atomic-begin
  L6: atomic
      e4 -> L7: store.4 &x 2:32
  L7: atomic
      e5 -> L8: store.4 &y 2:32
  L8: atomic
      e6 -> L9: store.4 &x 1:32
  L9: atomic
      e7 -> L5: atomic-end
}
)");
  EXPECT_EQ(a.slice(Property::Assert), (Edges{0, 1, 2, 3, 4, 6, 7}));
}

TEST(Registry, EveryAnalysisPrintsEveryModel) {
  for (const AnalysisInfo& info : analyses()) {
    EXPECT_EQ(findAnalysis(info.name), &info);
    EXPECT_FALSE(info.help.empty());
    for (const std::string& text : sampleModels()) {
      std::string out = info.print(Facts(*parseText(text, "sample")));
      EXPECT_FALSE(out.empty()) << info.name;
      EXPECT_EQ(out.back(), '\n') << info.name;
    }
  }
  EXPECT_EQ(findAnalysis("no such"), nullptr);
}

TEST(Registry, PrintsTheRaceOfALostUpdate) {
  auto p = parseText(lostUpdate, "sample");
  std::string out = findAnalysis("mhb")->print(Facts(*p));
  EXPECT_NE(out.find("has ended after e3"), std::string::npos) << out;
  EXPECT_NE(out.find("e2 ?  store.4 &x (add %r 1:32), write x (4 bytes) | e7"), std::string::npos) << out;
  EXPECT_EQ(out.find("e4"), std::string::npos) << out; // after the join
}

TEST(Registry, PrintsWhatIsWaitedFor) {
  const auto p = model(R"(
object flag global 4
thread main {
  reg %h:32 %r:32
  entry L0 exit L1
  L0: e0 -> L2: %h := fork worker
  L2: e1 -> L3: %r := load.4 &flag
  L3:
    e2 -> L1: assume (eq %r 1:32)
    e3 -> L2: assume (not (eq %r 1:32))
}
thread worker {
  entry L4 exit L5
  L4: e4 -> L5: store.4 &flag 1:32
}
)");
  const std::string out = findAnalysis("waits")->print(Facts(*p));
  EXPECT_NE(out.find("e2 ?  assume (eq %r 1:32)\n    after e4 ?  store.4 &flag 1:32\n"), std::string::npos)
      << out;
}

} // namespace
} // namespace heddle::ccfg::analysis
