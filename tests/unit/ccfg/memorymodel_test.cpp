// Memory models as part of a derived program: which accesses are late, and what the copy looks like. That it
// behaves as the model says is tested in unit/interp (litmus tests) and by random programs.
#include "ccfg/analysis/order/delays.h"
#include "ccfg/text.h"
#include "ccfg/transform/memorymodel.h"
#include "models.h"

#include <gtest/gtest.h>

namespace heddle::ccfg {
namespace {

using namespace transform;

const char* const storeBuffering = R"model(
program LP64
object x global 4
object y global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: store.4 &x 1:32
  C: -> D: %r := load.4 &y
  D: -> Z: join %h
}
thread worker {
  reg %r:32
  entry A exit Z
  A: -> B: store.4 &y 1:32
  B: -> C: %r := load.4 &x
  C: -> Z: store.4 &y 2:32
}
)model";

EdgeId storeTo(const Program& p, const std::string& object, unsigned which = 0) {
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops)
      if (const auto* store = std::get_if<Store>(&op))
        if (p.objects[store->addr.value()].name == object && which-- == 0) return e;
  return none;
}

TEST(Delays, OnlyWhatSomethingOvertakes) {
  const auto p = parseText(storeBuffering, "m.ccfg");
  const analysis::Facts facts(*p);
  const analysis::Delays delays(facts, MemoryModel::Tso);
  EXPECT_TRUE(delays.mayBeLate(storeTo(*p, "x")));
  EXPECT_TRUE(delays.mayBeLate(storeTo(*p, "y")));
  EXPECT_TRUE(delays.isContended(storeTo(*p, "y", 1)));
  EXPECT_FALSE(delays.mayBeLate(storeTo(*p, "y", 1)));
}

TEST(MemoryModel, SequentialConsistencyChangesNothing) {
  for (const char* text : {storeBuffering, lostUpdate}) {
    const auto p = parseText(text, "m.ccfg");
    const WithModel with = withMemoryModel(analysis::Facts(*p), MemoryModel::Sc);
    EXPECT_EQ(with.why, "");
    EXPECT_EQ(with.copy.program->edges.size(), p->edges.size());
    EXPECT_EQ(with.copy.program->locations.size(), p->locations.size());
  }
}

TEST(MemoryModel, NothingIsLateThatNobodyNotices) {
  const auto p = parseText(lostUpdate, "m.ccfg"); // one place is all that is shared
  for (const MemoryModel model : {MemoryModel::Tso, MemoryModel::Pso, MemoryModel::Rmo, MemoryModel::Power})
    EXPECT_EQ(withMemoryModel(analysis::Facts(*p), model).copy.program->edges.size(), p->edges.size());
}

TEST(MemoryModel, EdgesOfTheirOwnMakeLateStores) {
  const auto p = parseText(storeBuffering, "m.ccfg");
  const WithModel with = withMemoryModel(analysis::Facts(*p), MemoryModel::Tso);
  size_t added = 0;
  for (EdgeId e = 0; e < with.copy.program->edges.size(); ++e) {
    if (!with.copy.edges[e].empty()) continue;
    ++added;
    ASSERT_EQ(with.copy.program->edges[e].ops.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<Store>(with.copy.program->edges[e].ops[0]));
  }
  EXPECT_GT(added, 0U);
}

TEST(MemoryModel, LoopsEndAtFullBuffers) {
  const auto p = parseText(R"model(
program LP64
object x global 4
object y global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: store.4 &x 1:32
  C: -> B: %r := load.4 &y
}
thread worker {
  reg %r:32
  entry A exit Z
  A: -> B: store.4 &y 1:32
  B: -> Z: %r := load.4 &x
}
)model",
                           "m.ccfg");
  const WithModel with = withMemoryModel(analysis::Facts(*p), MemoryModel::Tso);
  ASSERT_EQ(with.copy.program->assumptions.size(), 1U);
  EXPECT_EQ(with.copy.program->assumptions[0].kind, AssumptionKind::StoreBuffer);
  EXPECT_EQ(with.copy.program->assumptions[0].text, "at most 8 accesses of a thread are late at a time");
}

TEST(WithConstants, WhereARegisterHasOneValue) {
  const auto p = parseText(R"model(
program LP64
object x global 4
thread main {
  reg %once:32 %late:32 %r:32
  entry A exit Z
  A: -> B: %once := 7:32
  B: -> C: store.4 &x %once
  C: -> D: store.4 &x %late
  D: -> Z: %late := 3:32
}
)model",
                           "m.ccfg");
  const Derived d = withConstants(analysis::Facts(*p));
  const auto valueOf = [&](EdgeId e) { return std::get<Store>(d.program->edges[e].ops[0]).value; };
  EXPECT_TRUE(valueOf(1).isConst(7));
  EXPECT_FALSE(valueOf(2).isConst()); // it is read before it is assigned
}

} // namespace
} // namespace heddle::ccfg
