// REF on Figure 1 of Sinha and Wang 2011; counterexamples as schedules; races with atomic sections.
#include "bounded_models.h"

#include <algorithm>

namespace heddle::bounded {
namespace {

// Figure 1: the assertion fails when x = y = 2 at the end.
const char* const figure1 = R"(
object x global 4
object y global 4
thread main {
  reg %h:32 %k:32 %a:32 %b:32
  entry A exit Z
  A: -> B: %h := fork foo
  B: -> C: %k := fork bar
  C: -> D: join %k
  D: -> E: join %h
  E: -> F: %a := load.4 &x
  F: -> G: %b := load.4 &y
  G: -> Z: assert (not (eq %a %b)) "x != y"
}
thread foo {
  reg %a:32
  entry A exit Z
  A: -> B: %a := load.4 &y
  B: -> C: assume (eq %a 0:32)
     -> F: assume (not (eq %a 0:32))
  C: -> D: store.4 &x 1:32
  D: -> E: %a := load.4 &x
  E: -> Z: store.4 &x (add %a 1:32)
  F: -> Z: store.4 &x 0:32
}
thread bar {
  reg %b:32
  entry A exit Z
  A: -> B: %b := load.4 &x
  B: -> C: assume (eq %b 1:32)
     -> F: assume (not (eq %b 1:32))
  C: -> D: store.4 &y 1:32
  D: -> E: %b := load.4 &y
  E: -> Z: store.4 &y (add %b 1:32)
  F: -> Z: store.4 &y 0:32
}
)";

TEST(Refine, Figure1Fails) { expectVerdict(figure1, ccfg::Property::Assert, "false"); }

TEST(Refine, Figure1ByRef) {
  BoundedOptions options;
  options.strategy = Strategy::Mia;
  std::vector<std::string> lines;
  Logs logs;
  logs.add("bounded", {LogLevel::Details, [&](const std::string& line) { lines.push_back(line); }});
  const auto p = model(figure1);
  const engine::Result r = check::ask(*makeBounded(options), {*p, {only(ccfg::Property::Assert)}, logs});
  ASSERT_TRUE(r.counterexample());
  EXPECT_EQ(r.counterexample()->violation.property, ccfg::Property::Assert);
  const auto tells = [&](const char* what) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& l) { return l.find(what) != std::string::npos; });
  };
  EXPECT_TRUE(tells("iteration 1:"));
  EXPECT_TRUE(tells("RED-U: all writes for the read of `x`")); // bar sees 1 only by interference
  EXPECT_NE(lines.back().find("candidate"), std::string::npos);
}

TEST(Refine, Z3AgreesOnFigure1) {
  BoundedOptions options;
  options.z3 = true;
  EXPECT_EQ(name(ask(*model(figure1), ccfg::Property::Assert, options).verdict), std::string("false"));
}

// The section reads x before it writes it, and can't be finished: the race is there nevertheless.
const char* const brokenSection = R"(
object x global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> Z: %r := load.4 &x
}
thread worker {
  reg %r:32
  entry A exit Z
  A: -> B: atomic-begin
  B: atomic -> C: %r := load.4 &x
  C: atomic -> D: store.4 &x 1:32
  D: atomic -> Z: halt abort
}
)";

TEST(Refine, AccessesOfASectionThatEndsTheProgramMayRace) {
  expectVerdict(brokenSection, ccfg::Property::Race, "false");
}

// The load waits for a value that the other access sets: they are never both about to be made.
const char* const waitsForIt = R"(
object x global 4
thread main {
  reg %h:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> Z: store.4 &x 1:32
}
thread worker {
  reg %r:32
  entry A exit Z
  A: -> Z: atomic %r := load.4.seq_cst &x; assume (eq %r 1:32)
}
)";

TEST(Refine, WhoWaitsForAWriteDoesNotRaceWithIt) { expectVerdict(waitsForIt, ccfg::Property::Race, "true"); }

} // namespace
} // namespace heddle::bounded
