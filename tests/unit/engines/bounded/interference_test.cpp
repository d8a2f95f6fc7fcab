// Link sets, their static pruning, and accesses that overlap in part.
#include "bounded_models.h"

namespace heddle::bounded {
namespace {

struct Linked : Unwound {
  explicit Linked(const std::string& text, PruningOptions options = {})
      : Unwound(text), solver(logic::makeSatSolver(*skeleton.terms)),
        interference(facts, skeleton, *solver, options, budget) {}

  // The sizes of the link sets of a thread's reads.
  std::vector<size_t> linksOf(InstanceId instance) const {
    std::vector<size_t> sizes;
    for (const Read& r : interference.reads())
      if (skeleton.steps[skeleton.accesses[interference.pieces()[r.piece].access].step].instance == instance)
        sizes.push_back(r.links.size());
    return sizes;
  }

  std::unique_ptr<logic::Solver> solver;
  Interference interference;
};

using Sizes = std::vector<size_t>;

// main reads x after it has written it, beside a worker that writes it, too.
const char* const covered = R"(
object x global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: store.4 &x 1:32
  C: -> D: store.4 &x 2:32
  D: -> E: %r := load.4 &x
  E: -> Z: assert (not (eq %r 1:32)) "x != 1"
}
thread worker {
  entry A exit Z
  A: -> Z: store.4 &x 3:32
}
)";

TEST(Interference, PruningLeavesTheLastOwnWriteAndThoseOfOthers) {
  EXPECT_EQ(Linked(covered).linksOf(0), Sizes{2});
  PruningOptions all;
  all.prune = false;
  EXPECT_EQ(Linked(covered, all).linksOf(0), Sizes{4}); // the initial value, too
  expectVerdict(covered, ccfg::Property::Assert, "true");
}

// The worker takes y only if it is 1: it can't have read any other value (S2a).
const char* const guarded = R"(
object y global 4
thread main {
  reg %h:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: store.4.seq_cst &y 2:32
  C: -> Z: store.4.seq_cst &y 1:32
}
thread worker {
  reg %r:32
  entry A exit Z
  A: -> Z: atomic %r := load.4.seq_cst &y; assume (eq %r 1:32)
}
)";

TEST(Interference, AGuardTellsWhatIsRead) {
  EXPECT_EQ(Linked(guarded).linksOf(1), Sizes{1});
  PruningOptions all;
  all.lockValues = false;
  EXPECT_EQ(Linked(guarded, all).linksOf(1), Sizes{3});
}

// A store of 4 bytes beside one of 2 within them.
const char* const overlapping = R"(
object x global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: store.4 &x 67305985:32
  C: -> D: join %h
  D: -> E: %r := load.4 &x
  E: -> Z: assert (or (eq %r 67305985:32) (eq %r 67305472:32)) "one of the two orders"
}
thread worker {
  entry A exit Z
  A: -> Z: store.2 &x 0:16
}
)";

TEST(Interference, OverlappingAccessesAreCutIntoPieces) {
  const Linked linked(overlapping);
  for (const Piece& p : linked.interference.pieces()) EXPECT_EQ(p.bytes, 2u);
  EXPECT_EQ(linked.interference.pieces().size(), 5u); // two of 4 bytes in two pieces each, one of 2 bytes
  expectVerdict(overlapping, ccfg::Property::Assert, "true");
  expectVerdict(overlapping, ccfg::Property::Race, "false");
}

// One worker waits for main, which ends without waiting for it.
const char* const joinsMain = R"(
thread main {
  reg %h:32 %c:1
  entry A exit Z
  A: -> B: %h := fork worker %self
  B: -> C: %c := nondet 0 1 "c"
  C: -> D: assume %c
     -> Z: assume (not %c)
  D: -> Z: join %h
}
thread worker {
  reg %first:32
  params %first
  entry A exit Z
  A: -> B: join %first
  B: -> Z: assert 0:1 "main has ended"
}
)";

TEST(Interference, AJoinThatIsNotMadeOrdersNothing) {
  expectVerdict(joinsMain, ccfg::Property::Assert, "false");
}

} // namespace
} // namespace heddle::bounded
