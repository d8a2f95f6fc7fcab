// What optimism about memory, and about loops that only wait, must not miss, and what they save.
#include "check.h"

#include <fmt/format.h>

namespace heddle::explore {
namespace {

using ccfg::Property;

// Two threads get the same block; one frees it, and the other reads it and fails.
std::string freedAndRead(const std::string& first, const std::string& second) {
  return fmt::format(R"model(
program LP64
object node heap 1
thread main {{
  reg %q:64 %h:32 %k:32
  entry A exit Z
  A: -> B: %q := alloc.zeroed &node 1:64
  B: -> C: %h := fork {} %q
  C: -> D: %k := fork {} %q
  D: -> E: join %h
  E: -> Z: join %k
}}
thread frees {{
  reg %p:64
  params %p
  entry A exit Z
  A: -> Z: free %p
}}
thread reads {{
  reg %p:64 %r:8
  params %p
  entry A exit Z
  A: -> B: %r := load.1 %p
  B: -> Z: assert (eq %r 1:8) "never"
}}
)model",
                     first, second);
}

// After the free the read only ends the run: that it meets the free has to be noted all the same.
TEST(Optimistic, NotesAccessesThatComeToNothing) {
  expectVerdict(freedAndRead("frees", "reads"), Property::Assert, "false");
  expectVerdict(freedAndRead("reads", "frees"), Property::Assert, "false");
}

// Waits at most 40 turns for x to be set; `behind` follows.
std::string waits(const std::string& behind) {
  return fmt::format(R"model(
program LP64
object x global 1
thread main {{
  reg %h:32 %w:8 %i:8
  entry A exit Z
  A: -> B: %h := fork sets
  B: -> L: %i := 0:8
  L: -> M: %w := load.1.seq_cst &x
  M: -> D: assume (not (eq %w 0:8))
     -> N: assume (eq %w 0:8); %i := (add %i 1:8)
  N: -> L: assume (ult %i 40:8)
     -> D: assume (not (ult %i 40:8))
  D: -> E: {}
  E: -> Z: join %h
}}
thread sets {{
  entry A exit Z
  A: -> Z: store.1.seq_cst &x 1:8
}}
)model",
                     behind);
}

TEST(Optimistic, LooksAtTurnsThatMatterBehindTheLoop) {
  expectVerdict(waits("assert (not (eq %i 17:8)) \"not 17\""), Property::Assert, "false");
  expectVerdict(waits("assert (ult %i 41:8) \"at most 40\""), Property::Assert, "true");
  expectVerdict(waits("assert (eq %w 1:8) \"set\""), Property::Assert, "false");
}

TEST(Optimistic, LeavesALoopThatOnlyWaitsInOneStep) {
  const auto p = models::parse(waits("assert (ule %w 1:8) \"0 or 1\""));
  const engine::Result r = explore(*p, {only(Property::Assert)}, {});
  EXPECT_EQ(nameOf(r.verdict), "true");
  EXPECT_LT(statistic(r, "explore.states"), 12);
}

// Four threads, each with a byte of its own in one array.
TEST(Optimistic, TellsSlicesOfAnArrayApart) {
  const auto p = models::parse(R"model(
program LP64
object a global 4
thread main {
  reg %h:32 %k:32 %i:32 %j:32 %r:8
  entry A exit Z
  A: -> B: %h := fork fills &a
  B: -> C: %k := fork fills (add &a 1:64)
  C: -> D: %i := fork fills (add &a 2:64)
  D: -> E: %j := fork fills (add &a 3:64)
  E: -> F: join %h
  F: -> G: join %k
  G: -> H: join %i
  H: -> I: join %j
  I: -> J: %r := load.1 (add &a 2:64)
  J: -> Z: assert (eq %r 2:8) "filled"
}
thread fills {
  repeatable
  reg %p:64 %r:8
  params %p
  entry A exit Z
  A: -> B: store.1 %p 1:8
  B: -> C: %r := load.1 %p
  C: -> Z: store.1 %p (add %r 1:8)
}
)model");
  for (Property property : {Property::Assert, Property::Race}) {
    const engine::Result r = explore(*p, {only(property)}, {});
    EXPECT_EQ(nameOf(r.verdict), "true");
    EXPECT_LT(statistic(r, "explore.states"), 20);
    EXPECT_EQ(statistic(r, "explore.contendedCells"), 0);
  }
}

} // namespace
} // namespace heddle::explore
