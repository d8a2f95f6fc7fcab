// Derived programs that `explore` looks at: where a copy could show what its original does not have, and
// where a counterexample needs steps that the copy does not make.
#include "ccfg/text.h"
#include "ccfg/transform/derived.h"
#include "check/confirm.h"
#include "engines/explore/explore.h"

#include <gtest/gtest.h>

namespace heddle::check {
namespace {

using ccfg::Property;
using ccfg::transform::Derived;

engine::Result explored(const ccfg::Program& p, Property property) {
  ccfg::PropertySet asked;
  asked.add(property);
  return explore::makeExplore({})->ask(p, {asked});
}

// A section that starts a thread and races with it as far as it goes; the thread's first edges are given.
std::string inSection(const std::string& mainAccess, const std::string& first) {
  return R"model(
program LP64
object x global 4
thread main {
  entry A exit Z
  A: -> B: atomic-begin
  B: atomic
     -> C: fork worker
  C: atomic
     -> D: )model" +
         mainAccess + R"model(
  D: atomic
     -> Z: halt exit
}
thread worker {
  reg %a:32
  entry A exit Z
)model" + first +
         R"model(
  D: -> Z: store.4 &x 2:32
}
)model";
}

TEST(DerivedCheck, AThreadThatHasNotMovedIsAboutToAccessNothing) {
  const auto p = ccfg::parseText(inSection("store.4 &x 1:32", "  A: -> D: %a := 1:32"), "m.ccfg");
  EXPECT_EQ(explored(*p, Property::Race).verdict, engine::Verdict::True);
  const Derived d = ccfg::transform::mergeEdges(*p);
  EXPECT_EQ(explored(*d.program, Property::Race).verdict, engine::Verdict::True);
}

// Both threads compute before their accesses; one of them does so before the other's section begins.
TEST(DerivedCheck, RaceWithASection) {
  const auto p = ccfg::parseText(R"model(
program LP64
object x global 4
object flag global 4
thread main {
  reg %a:32
  entry A exit Z
  A: -> B: fork worker
  B: -> C: %a := load.4.seq_cst &flag
  C: -> D: assume (eq %a 1:32); atomic-begin
     -> Z: assume (not (eq %a 1:32))
  D: atomic
     -> E: assume (eq %a 1:32)
     -> F: assume (not (eq %a 1:32))
  E: atomic
     -> F: store.4 &x 1:32
  F: atomic
     -> Z: halt exit
}
thread worker {
  reg %a:32
  entry A exit Z
  A: -> B: store.4.seq_cst &flag 1:32
  B: -> C: assume (eq %a 0:32)
     -> Z: assume (not (eq %a 0:32))
  C: -> Z: store.4 &x 2:32
}
)model",
                                 "m.ccfg");
  const Derived d = ccfg::transform::mergeEdges(*p);
  EXPECT_LT(d.program->edges.size(), p->edges.size());
  const engine::Result r = explored(*d.program, Property::Race);
  ASSERT_TRUE(r.counterexample());
  ccfg::PropertySet asked;
  asked.add(Property::Race);
  const interp::Replay replay = confirm(*p, lift(d, *r.counterexample()), asked);
  EXPECT_EQ(replay.racing.size(), 2u);
}

// A wait stays where it is: behind a choice, which decides whether it ends, and behind a branch, which the
// thread has taken when it waits.
TEST(DerivedCheck, ThreadsWaitWhereTheOriginalsWait) {
  const auto p = ccfg::parseText(R"model(
program LP64
object x global 4
thread main {
  reg %a:8 %b:32
  entry A exit Z
  A: -> B: store.4 &x 1:32
  B: -> C: %a := nondet 0 1
  C: -> D: assume (eq %a 0:8)
     -> E: assume (not (eq %a 0:8))
  D: -> E: atomic %b := load.4 &x; assume (eq %b 0:32)
  E: -> Z: halt exit
}
)model",
                                 "m.ccfg");
  const Derived d = ccfg::transform::mergeEdges(*p);
  EXPECT_LT(d.program->edges.size(), p->edges.size());
  const engine::Result r = explored(*d.program, Property::Deadlock);
  ASSERT_TRUE(r.counterexample());
  ccfg::PropertySet asked;
  asked.add(Property::Deadlock);
  const ccfg::Schedule lifted = lift(d, *r.counterexample());
  EXPECT_EQ(lifted.steps.size(), 3u);
  confirm(*p, lifted, asked);
}

// Only some executions are left: what is lost, and what is found.
TEST(DerivedCheck, AtomicSectionsTakeExecutionsAway) {
  const auto p = ccfg::parseText(R"model(
program LP64
object x global 4
thread main {
  reg %r:32 %s:32 %h:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: %r := load.4.seq_cst &x
  C: -> D: %s := load.4.seq_cst &x
  D: -> E: assert (eq %r %s) "nothing between"
  E: -> Z: assert (eq %s 0:32) "before the other"
}
thread worker {
  entry A exit Z
  A: -> Z: store.4.seq_cst &x 1:32
}
)model",
                                 "m.ccfg");
  const ccfg::LocId between = p->edges[1].to;
  const Derived d = ccfg::transform::makeAtomic(*p, {between});
  const engine::Result r = explored(*d.program, Property::Assert);
  ASSERT_TRUE(r.counterexample());
  EXPECT_EQ(r.counterexample()->violation.edge, 4u);
  ccfg::PropertySet asked;
  asked.add(Property::Assert);
  confirm(*p, lift(d, *r.counterexample()), asked);
}

} // namespace
} // namespace heddle::check
