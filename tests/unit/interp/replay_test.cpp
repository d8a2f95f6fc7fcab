// Schedules: what reproduces, and what is told of one that does not.
#include "../engines/explore/models.h"

#include "interp/replay.h"

#include <gtest/gtest.h>

namespace heddle::interp {
namespace {

using ccfg::Property;

// The edge by which a thread (by name) leaves a location (by order of its edges in the text).
ccfg::EdgeId edgeOf(const ccfg::Program& p, const std::string& thread, unsigned n) {
  for (ccfg::EdgeId e = 0; e < p.edges.size(); ++e)
    if (p.threads[p.locations[p.edges[e].from].thread].name == thread && n-- == 0) return e;
  return ccfg::none;
}

struct Lost {
  std::unique_ptr<ccfg::Program> p = models::parse(models::lostUpdate);
  ccfg::ScheduleStep main(unsigned n) const { return {1, edgeOf(*p, "main", n), {}}; }
  ccfg::ScheduleStep worker(uint32_t thread, unsigned n) const {
    return {thread, edgeOf(*p, "worker", n), {}};
  }
  ccfg::Schedule failing() const {
    ccfg::Schedule s;
    s.steps = {main(0),      main(1), worker(2, 0), worker(3, 0), worker(2, 1),
               worker(3, 1), main(2), main(3),      main(4),      main(5)};
    s.violation.property = Property::Assert;
    return s;
  }
};

TEST(Replay, AFailingAssertion) {
  Lost l;
  const Replay r = replay(*l.p, l.failing(), ccfg::PropertySet());
  ASSERT_TRUE(r.reproduced) << r.reason;
  EXPECT_EQ(r.violation.message, "x == 2");
  EXPECT_EQ(r.violation.thread, 1u);
  ASSERT_EQ(r.steps.size(), 10u);
  EXPECT_EQ(r.steps[0].forked, 2u);
  ASSERT_EQ(r.steps[4].accesses.size(), 1u);
  EXPECT_TRUE(r.steps[4].accesses[0].access.isWrite);
  EXPECT_EQ(r.steps[4].accesses[0].access.value, 1u);
  EXPECT_EQ(l.p->objects[r.steps[4].accesses[0].place.object].name, "x");
  EXPECT_EQ(r.steps[8].registers[0].value, 1u);
  EXPECT_EQ(r.steps[9].kind, StepKind::Violation);
  EXPECT_TRUE(r.threads[1].ended);
  EXPECT_FALSE(r.threads[0].ended);
}

// Telling where the others stand tries their steps, and those may fail, too.
TEST(Replay, AViolationIsThatOfItsStep) {
  const auto p = models::parse(R"model(
program LP64
thread main {
  reg %h:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> Z: assert 0:1 "mine"
}
thread worker {
  entry A exit Z
  A: -> Z: assert.lock-misuse 0:1 "the other's"
}
)model");
  ccfg::Schedule s;
  s.steps = {{1, edgeOf(*p, "main", 0), {}}, {1, edgeOf(*p, "main", 1), {}}};
  s.violation.property = Property::Assert;
  const Replay r = replay(*p, s, ccfg::PropertySet::defaults());
  ASSERT_TRUE(r.reproduced) << r.reason;
  EXPECT_EQ(r.violation.message, "mine");
}

TEST(Replay, TellsWhereAScheduleDiverges) {
  Lost l;
  auto reason = [&](auto change) {
    ccfg::Schedule s = l.failing();
    change(s);
    const Replay r = replay(*l.p, s, ccfg::PropertySet());
    EXPECT_FALSE(r.reproduced);
    return r.reason;
  };
  EXPECT_EQ(reason([](auto& s) { s.steps.pop_back(); }), "the schedule ends and nothing is violated");
  EXPECT_EQ(reason([](auto& s) { s.steps[2].thread = 9; }), "step 3: there is no thread 9");
  EXPECT_NE(
      reason([](auto& s) { std::swap(s.steps[2], s.steps[4]); }).find("step 3: thread 2 does not stand"),
      std::string::npos);
  EXPECT_NE(
      reason([](auto& s) { std::swap(s.steps[5], s.steps[7]); }).find("step 6: thread 1 does not stand"),
      std::string::npos);
  EXPECT_NE(reason([](auto& s) { std::swap(s.steps[4], s.steps[6]); }).find("step 5: edge"),
            std::string::npos);
  EXPECT_NE(reason([](auto& s) { s.steps[3].values = {1}; }).find("more values"), std::string::npos);
  EXPECT_EQ(reason([](auto& s) { s.steps.push_back(s.steps[0]); }), "step 10 already violates assert");
  EXPECT_EQ(reason([&](auto& s) {
              s.steps = {l.main(0),      l.main(1), l.worker(2, 0), l.worker(2, 1), l.worker(3, 0),
                         l.worker(3, 1), l.main(2), l.main(3),      l.main(4),      l.main(5)};
            }),
            "the schedule ends and nothing is violated");
}

TEST(Replay, ARace) {
  Lost l;
  ccfg::Schedule s;
  s.steps = {l.main(0), l.main(1), l.worker(2, 0)};
  s.violation = {Property::Race, "", 2, l.worker(2, 1).edge, 3, l.worker(3, 0).edge};
  const Replay r = replay(*l.p, s, ccfg::PropertySet());
  ASSERT_TRUE(r.reproduced) << r.reason;
  EXPECT_EQ(r.violation.message, "data race: `x` is written by thread 2 while thread 3 reads it");
  ASSERT_EQ(r.racing.size(), 2u);
  EXPECT_NE(r.racing[0].access.isWrite, r.racing[1].access.isWrite);
  s.steps.pop_back(); // two reads
  s.violation.edge = ccfg::none;
  EXPECT_FALSE(replay(*l.p, s, ccfg::PropertySet()).reproduced);
}

TEST(Replay, ADeadlockAndWhoWaitsForWhom) {
  const auto p = models::parse(models::abba);
  ccfg::Schedule s;
  s.steps = {{1, edgeOf(*p, "main", 0), {}}, {1, edgeOf(*p, "main", 1), {}}};
  s.violation.property = Property::Deadlock;
  EXPECT_EQ(replay(*p, s, ccfg::PropertySet()).reason, "at the end of the schedule a thread can still move");
  s.steps.push_back({2, edgeOf(*p, "other", 0), {}});
  const Replay r = replay(*p, s, ccfg::PropertySet());
  ASSERT_TRUE(r.reproduced) << r.reason;
  ASSERT_EQ(r.threads[0].waiting.size(), 1u);
  EXPECT_EQ(r.threads[0].waiting[0].owner, 2u);
  EXPECT_EQ(r.threads[1].waiting[0].owner, 1u);
  EXPECT_EQ(waitCycle(r.threads), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(r.violation.message, "deadlock: threads 1, 2 wait for each other");
}

TEST(Replay, NobodyMovesWhileAnotherIsInAnAtomicSection) {
  const auto p = models::parse(R"model(
program LP64
object x global 4
thread main {
  reg %a:32
  entry A exit Z
  A: -> B: fork other
  B: -> C: atomic-begin
  C: atomic
     -> D: %a := load.4 &x
  D: atomic
     -> E: atomic-end
  E: -> Z: assert (eq %a 0:32) "zero"
}
thread other {
  entry A exit Z
  A: -> Z: store.4 &x 1:32
}
)model");
  ccfg::Schedule s;
  s.steps = {{1, edgeOf(*p, "main", 0), {}}, {1, edgeOf(*p, "main", 1), {}}, {2, edgeOf(*p, "other", 0), {}}};
  EXPECT_EQ(replay(*p, s, ccfg::PropertySet()).reason, "step 3: thread 1 is in an atomic section");
}

TEST(Replay, ChecksChosenValues) {
  const auto p = models::parse(R"model(
program LP64
thread main {
  reg %a:8
  entry A exit Z
  A: -> B: %a := nondet 3 5 "input"
  B: -> Z: assert (not (eq %a 4:8)) "not four"
}
)model");
  ccfg::Schedule s;
  s.steps = {{1, 0, {4}}, {1, 1, {}}};
  EXPECT_TRUE(replay(*p, s, ccfg::PropertySet()).reproduced);
  s.steps[0].values = {6};
  EXPECT_NE(replay(*p, s, ccfg::PropertySet()).reason.find("can't choose the value 6"), std::string::npos);
  s.steps[0].values = {};
  EXPECT_NE(replay(*p, s, ccfg::PropertySet()).reason.find("needs a value"), std::string::npos);
}

} // namespace
} // namespace heddle::interp
