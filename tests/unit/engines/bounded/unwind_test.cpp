// Unwinding: bounds and cuts, iterations that constants decide, iterations that only wait.
#include "bounded_models.h"

namespace heddle::bounded {
namespace {

const char* const counted = R"(
object x global 4
thread main {
  reg %i:32
  entry A exit Z
  A: -> B: %i := 0:32
  B: -> C: assume (ult %i 5:32)
     -> Z: assume (not (ult %i 5:32))
  C: -> B: %i := (add %i 1:32)
}
)";

TEST(Unwind, IterationsThatConstantsDecideDoNotCount) { EXPECT_EQ(Unwound(counted, 1).cuts(), 0u); }

const char* const byInput = R"(
thread main {
  reg %n:32 %i:32
  entry A exit Z
  A: -> B: %n := nondet 0 3 "n"
  B: -> C: assume (ult %i %n)
     -> Z: assume (not (ult %i %n))
  C: -> B: %i := (add %i 1:32)
}
)";

TEST(Unwind, IterationsBeyondTheBoundAreCut) {
  EXPECT_EQ(Unwound(byInput, 1).cuts(), 1u);
  EXPECT_EQ(Unwound(byInput, 2).cuts(), 1u);
}

TEST(Unwind, TheBoundGrowsUntilItIsComplete) {
  const auto p = model(byInput);
  EXPECT_EQ(name(ask(*p, ccfg::Property::Assert).verdict), std::string("true"));
  BoundedOptions options;
  options.unwind = 1;
  EXPECT_EQ(name(ask(*p, ccfg::Property::Assert, options).verdict), std::string("unknown"));
  options.unwind = 4;
  EXPECT_EQ(name(ask(*p, ccfg::Property::Assert, options).verdict), std::string("true"));
}

// Waits in a loop that only reads until another thread has stored.
const char* const waiting = R"(
object x global 4
object y global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: %r := load.4.seq_cst &x
  C: -> B: assume (eq %r 0:32); %r := 0:32
     -> D: assume (not (eq %r 0:32))
  D: -> E: %r := load.4.seq_cst &y
  E: -> Z: assert (eq %r 1:32) "y == 1"
}
thread worker {
  entry A exit Z
  A: -> B: store.4.seq_cst &y 1:32
  B: -> Z: store.4.seq_cst &x 1:32
}
)";

TEST(Unwind, AnIterationThatOnlyReadsIsNotRepeated) {
  EXPECT_EQ(Unwound(waiting, 1).cuts(), 0u);
  expectVerdict(waiting, ccfg::Property::Assert, "true");
}

TEST(Unwind, WhoSpinsDoesNotDeadlock) { expectVerdict(waiting, ccfg::Property::Deadlock, "true"); }

TEST(Unwind, GuardsThatLeaveAGapDeadlock) {
  expectVerdict(R"(
thread main {
  reg %r:32
  entry A exit Z
  A: -> B: %r := nondet "input"
  B: -> Z: assume (slt %r 3:32)
     -> Z: assume (not (slt %r 5:32))
}
)",
                ccfg::Property::Deadlock, "false");
}

// Each iteration writes: the loop can run forever, and a bound is never complete.
const char* const endless = R"(
object x global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: %r := load.4.seq_cst &x
  C: -> D: store.4.seq_cst &x (add %r 1:32)
  D: -> B: %r := 0:32
}
thread worker {
  reg %r:32
  entry A exit Z
  A: -> B: %r := load.4.seq_cst &x
  B: -> Z: assert (not (eq %r 3:32)) "x != 3"
}
)";

TEST(Unwind, ABoundFindsWhatLiesWithinIt) {
  const auto p = model(endless);
  BoundedOptions options;
  options.unwind = 1;
  EXPECT_EQ(name(ask(*p, ccfg::Property::Assert, options).verdict), std::string("unknown"));
  options.unwind = 3;
  EXPECT_EQ(name(ask(*p, ccfg::Property::Assert, options).verdict), std::string("false"));
}

} // namespace
} // namespace heddle::bounded
