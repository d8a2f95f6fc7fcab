// Violations that a reduction loses if it forgets on whom a waiting thread depends.
//
// All threads start together, when main opens `go`. The setter and the waiter are a small set of threads, and
// the reduction tries small sets first. The busy thread, which lets the waiter go on, is in a larger one with
// the writers of v. So if the busy thread is not counted as one that the waiter depends on, z is set before
// the waiter looks.
#include "check.h"

#include <fmt/format.h>

namespace heddle::explore {
namespace {

using ccfg::Property;

// The numbers of the threads: setter 2, waiter 3, busy 4, writers 5 and 6.
std::string model(unsigned owner, const std::string& wait, const std::string& afterwards) {
  return fmt::format(R"model(
program LP64
object lock global 4
object z global 4
object v global 4
object go global 4
thread main {{
  entry A exit Z
  A: -> B: store.4.seq_cst &lock {0}:32
  B: -> C: fork setter
  C: -> D: fork waiter
  D: -> E: fork busy
  E: -> F: fork writer
  F: -> G: fork writer
  G: -> Z: store.4.seq_cst &go 1:32
}}
thread setter {{
  reg %g:32
  entry G exit Z
  G: -> A: %g := load.4.seq_cst &go; assume (eq %g 1:32)
  A: -> Z: store.4.seq_cst &z 1:32
}}
thread waiter {{
  reg %l:32 %r:32 %g:32
  entry G exit Z
  G: -> A: %g := load.4.seq_cst &go; assume (eq %g 1:32)
  A: -> B: {1}
  B: -> C: %r := load.4.seq_cst &z
  C: -> Z: assert (eq %r 1:32) "z is set"
}}
thread busy {{
  reg %r:32 %l:32 %g:32
  entry G exit Z
  G: -> A: %g := load.4.seq_cst &go; assume (eq %g 1:32)
  A: -> B: %r := load.4.seq_cst &v
  B: -> Z: {2}
}}
thread opener {{
  reg %l:32
  entry A exit Z
  A: -> Z: atomic %l := load.4.seq_cst &lock; assume (eq %l %self); store.4.seq_cst &lock 0:32
}}
thread writer {{
  repeatable
  reg %g:32
  entry G exit Z
  G: -> A: %g := load.4.seq_cst &go; assume (eq %g 1:32)
  A: -> B: store.4.seq_cst &v 1:32
  B: -> Z: store.4.seq_cst &v 2:32
}}
)model",
                     owner, wait, afterwards);
}

constexpr const char* lockIsFree = "%l := load.4.seq_cst &lock; assume (eq %l 0:32)";

TEST(Waiting, ForTheOwnerOfALock) {
  const char* open = "atomic %l := load.4.seq_cst &lock; assume (eq %l %self); store.4.seq_cst &lock 0:32";
  expectVerdict(model(4, lockIsFree, open), Property::Assert, "false");
  expectVerdict(model(4, lockIsFree, "skip"), Property::Assert, "true");
}

TEST(Waiting, ForAnOwnerThatIsStillToBeForked) {
  expectVerdict(model(7, lockIsFree, "fork opener"), Property::Assert, "false");
  expectVerdict(model(8, lockIsFree, "fork opener"), Property::Assert, "true");
}

TEST(Waiting, ForOneWhoOpensALockOfAnother) {
  expectVerdict(model(2, lockIsFree, "store.4.seq_cst &lock 0:32"), Property::Assert, "false");
}

TEST(Waiting, ForTheEndOfAThread) {
  expectVerdict(model(0, "join 4:32", "skip"), Property::Assert, "false");
  expectVerdict(model(0, "join 2:32", "skip"), Property::Assert, "true");
}

TEST(Waiting, ForAThreadThatIsStillToBeForked) {
  expectVerdict(model(7, "join 7:32", "fork opener"), Property::Assert, "false");
  expectVerdict(model(8, "join 7:32", "fork opener"), Property::Assert, "true");
}

// The setter holds the lock by its number, but the waiter gets past it.
TEST(Waiting, GuardsThatLetOthersPassAreNoGates) {
  for (const char* wait :
       {"%l := load.4.seq_cst &lock; assume (or (eq %l 0:32) (eq %l 2:32))",
        "%l := load.4.seq_cst &lock; assume (not (eq %l 0:32))",
        "atomic store.4.seq_cst &lock 0:32; %l := load.4.seq_cst &lock; assume (eq %l 0:32)"})
    expectVerdict(model(2, wait, "skip"), Property::Assert, "false");
}

// A word that one thread alone uses as a lock, with the number of another thread in it.
TEST(Waiting, AWordThatIsNotSharedHasNoOwner) {
  expectVerdict(R"model(
program LP64
object data global 4
object go global 4
object own global 4
thread main {
  reg %a:32 %b:32
  entry A exit Z
  A: -> B: fork user
  B: -> C: fork starter
  C: -> D: %a := load.4 &data
  D: -> E: %b := load.4 &data
  E: -> F: assert (eq %a %b) "data does not change"
  F: -> Z: store.4 &go 0:32
}
thread user {
  reg %r:32 %g:32
  entry A exit Z
  A: -> B: atomic %r := load.4.seq_cst &own; assume (eq %r 0:32); store.4.seq_cst &own 1:32
  B: -> C: %g := load.4 &go
  C: -> D: assume (eq %g 1:32)
  D: -> E: store.4.seq_cst &own 0:32
  E: -> F: atomic %r := load.4.seq_cst &own; assume (eq %r 0:32); store.4.seq_cst &own 1:32
  F: -> Z: store.4 &data 1:32
}
thread starter {
  entry A exit Z
  A: -> B: store.4 &go 0:32
  B: -> Z: store.4 &go 1:32
}
)model",
                Property::Assert, "false");
}

// Who waits for the lock inside an atomic section keeps its owner from moving.
TEST(Waiting, InsideAnAtomicSection) {
  expectVerdict(R"model(
program LP64
object lock global 4
thread main {
  reg %l:32
  entry A exit Z
  A: -> B: store.4.seq_cst &lock %self
  B: -> C: fork waiter
  C: -> Z: store.4.seq_cst &lock 0:32
}
thread waiter {
  reg %l:32
  entry A exit Z
  A: -> B: atomic-begin
  B: atomic
     -> C: %l := load.4.seq_cst &lock; assume (eq %l 0:32)
  C: atomic
     -> Z: atomic-end
}
)model",
                Property::Deadlock, "false");
}

// The owner of the lock is about to set x. Main reads x when the thread that it joins has ended, which the
// lock delays only if that thread needs it.
std::string readsAfterJoin(const std::string& joinedDoes) {
  return fmt::format(R"model(
program LP64
object lock global 4
object x global 4
object v global 4
object go global 4
thread main {{
  reg %o:32 %j:32 %r:32
  entry A exit Z
  A: -> B: %o := fork owner
  B: -> C: %j := fork joined
  C: -> D: fork writer
  D: -> E: store.4.seq_cst &go 1:32
  E: -> F: join %j
  F: -> G: %r := load.4.seq_cst &x
  G: -> Z: assert (eq %r 1:32) "x is set"
}}
thread owner {{
  reg %l:32 %g:32
  entry A exit Z
  A: -> B: atomic %l := load.4.seq_cst &lock; assume (eq %l 0:32); store.4.seq_cst &lock %self
  B: -> C: %g := load.4.seq_cst &go; assume (eq %g 1:32)
  C: -> D: store.4.seq_cst &x 1:32
  D: -> Z: store.4.seq_cst &lock 0:32
}}
thread joined {{
  reg %l:32 %g:32
  entry A exit Z
  A: -> B: %g := load.4.seq_cst &go; assume (eq %g 1:32)
  B: -> C: %g := load.4.seq_cst &v
  C: -> Z: {0}
}}
thread writer {{
  reg %g:32
  entry A exit Z
  A: -> B: %g := load.4.seq_cst &go; assume (eq %g 1:32)
  B: -> C: store.4.seq_cst &v 1:32
  C: -> Z: store.4.seq_cst &v 2:32
}}
)model",
                     joinedDoes);
}

TEST(Waiting, BehindAJoin) {
  expectVerdict(readsAfterJoin("skip"), Property::Assert, "false");
  expectVerdict(readsAfterJoin("join 4:32"), Property::Assert, "false");
  expectVerdict(readsAfterJoin("join 2:32"), Property::Assert, "true");
}

} // namespace
} // namespace heddle::explore
