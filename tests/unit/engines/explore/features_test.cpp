// What the engine makes of choices, memory, atomic sections, joins, ends of the program, and limits.
#include "check.h"

#include <fmt/format.h>

#include <atomic>

namespace heddle::explore {
namespace {

using ccfg::Property;
using engine::Verdict;

// ---- choices

std::string chooses(const std::string& choice, unsigned width, const std::string& forbidden) {
  return fmt::format(R"model(
program LP64
thread main {{
  reg %a:{0}
  entry A exit Z
  A: -> B: %a := nondet {1}
  B: -> Z: assert (not (eq %a {2}:{0})) "forbidden"
}}
)model",
                     width, choice, forbidden);
}

TEST(Features, SmallChoicesAreExhaustive) {
  expectVerdict(chooses("", 8, "77"), Property::Assert, "false");
  expectVerdict(chooses("100 110 \"input\"", 8, "77"), Property::Assert, "true");
  expectVerdict(chooses("1000 1255 \"input\"", 32, "1255"), Property::Assert, "false");
}

TEST(Features, LargeChoicesMissBehaviours) {
  expectVerdict(chooses("", 32, "0"), Property::Assert, "false");
  expectVerdict(chooses("", 32, "123456789"), Property::Assert, "unknown");
}

// A blocking assumption that no tried value fulfils is no deadlock.
TEST(Features, AnUndecidedChoiceIsNoDeadlock) {
  expectVerdict(R"model(
program LP64
thread main {
  reg %a:32
  entry A exit Z
  A: -> Z: %a := nondet; assume (eq %a 123456789:32)
}
)model",
                Property::Deadlock, "unknown");
}

TEST(Features, UninitialisedMemoryIsArbitraryButStable) {
  const auto model = [](const std::string& condition, unsigned bytes) {
    return fmt::format(R"model(
program LP64
object x global 4 uninit
thread main {{
  reg %a:{1} %b:{1}
  entry A exit Z
  A: -> B: fork reader
  B: -> C: %a := load.{0}.seq_cst &x
  C: -> D: %b := load.{0}.seq_cst &x
  D: -> Z: assert {2} "stable"
}}
thread reader {{
  reg %a:{1}
  entry A exit Z
  A: -> Z: %a := load.{0}.seq_cst &x
}}
)model",
                       bytes, 8 * bytes, condition);
  };
  expectVerdict(model("(eq %a %b)", 1), Property::Assert, "true");
  expectVerdict(model("(eq %a %b)", 4), Property::Assert, "unknown");
  expectVerdict(model("(not (eq %a 200:8))", 1), Property::Assert, "false");
}

// ---- memory

// The worker uses what main allocated; main frees it before or after the join.
std::string useAfterFree(bool freeFirst) {
  return fmt::format(R"model(
program LP64
object node heap 4
thread main {{
  reg %p:64 %h:32
  entry A exit Z
  A: -> B: %p := alloc &node 4:64
  B: -> C: %h := fork worker %p
  C: -> D: {}
  D: -> E: {}
  E: -> Z: halt exit
}}
thread worker {{
  reg %p:64
  params %p
  entry A exit Z
  A: -> Z: store.4 %p 1:32
}}
)model",
                     freeFirst ? "free %p" : "join %h", freeFirst ? "join %h" : "free %p");
}

TEST(Features, UseAfterFree) {
  expectVerdict(useAfterFree(true), Property::Memory, "false");
  expectVerdict(useAfterFree(false), Property::Memory, "true");
  expectVerdict(useAfterFree(true), Property::Race, "false"); // a free writes the whole object
  expectVerdict(useAfterFree(false), Property::Race, "true");
  expectVerdict(useAfterFree(true), Property::Assert, "unknown"); // paths end at the invalid access
}

TEST(Features, AllocationInALoopStaysFinite) {
  const std::string text = R"model(
program LP64
object node heap 4
thread main {
  reg %p:64
  entry A exit Z
  A: -> B: %p := alloc.zeroed &node 4:64
  B: -> A: free %p
}
)model";
  expectVerdict(text, {ccfg::PropertySet::defaults()}, "true");
}

TEST(Features, NullEndsTheProgram) {
  const std::string text = R"model(
program LP64
thread main {
  reg %p:64
  entry A exit Z
  A: -> B: store.4 %p 1:32
  B: -> Z: assert 0:1 "never reached"
}
)model";
  expectVerdict(text, Property::Assert, "true");
  expectVerdict(text, Property::Memory, "false");
}

// ---- atomic sections

std::string sections(const std::string& in, const std::string& other) {
  return fmt::format(R"model(
program LP64
object x global 4
thread main {{
  reg %h:32 %a:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: atomic-begin
  C: atomic
     -> D: %a := load.4 &x
  D: atomic
     -> E: {}
  E: atomic
     -> F: store.4 &x (add %a 1:32)
  F: atomic
     -> G: atomic-end
  G: -> H: join %h
  H: -> I: %a := load.4 &x
  I: -> Z: assert (eq %a 2:32) "both counted"
}}
thread worker {{
  reg %a:32
  entry A exit Z
  {}
}}
)model",
                     in, other);
}

const char* const otherSection = R"model(
  A: -> B: atomic-begin
  B: atomic
     -> C: %a := load.4 &x
  C: atomic
     -> D: store.4 &x (add %a 1:32)
  D: atomic
     -> Z: atomic-end
)model";
const char* const otherPlain = R"model(
  A: -> B: %a := load.4 &x
  B: -> Z: store.4 &x (add %a 1:32)
)model";

TEST(Features, AtomicSections) {
  expectVerdict(sections("skip", otherSection), {ccfg::PropertySet::defaults()}, "true");
  expectVerdict(sections("skip", otherPlain), Property::Assert, "false");
  expectVerdict(sections("skip", otherPlain), Property::Race,
                "false"); // the section is atomic, its accesses are not
  expectVerdict(sections("assume (eq %a 0:32)", otherSection), Property::Deadlock, "false"); // stuck inside
  expectVerdict(sections("halt infeasible", otherPlain), Property::Assert, "true");
}

// ---- threads

TEST(Features, ThreadsThatEndEarlyAndLate) {
  const std::string text = R"model(
program LP64
object x global 4
thread main {
  entry A exit Z
  A: -> B: fork worker
  B: -> Z: {}
}
thread worker {
  reg %a:32
  entry A exit Z
  A: -> B: store.4 &x 1:32
  B: -> Z: assert 0:1 "reached"
}
)model";
  std::string ends = text, leaves = text;
  ends.replace(ends.find("{}"), 2, "halt exit");
  leaves.replace(leaves.find("{}"), 2, "skip");
  expectVerdict(ends, Property::Assert, "false"); // the worker may be faster
  expectVerdict(leaves, Property::Assert, "false");
}

TEST(Features, JoinHandsOverTheResult) {
  expectVerdict(R"model(
program LP64
thread main {
  reg %h:32 %k:32 %a:64 %b:64
  entry A exit Z
  A: -> B: %h := fork worker 20:64
  B: -> C: %k := fork worker 22:64
  C: -> D: %a := join %k
  D: -> E: %b := join %h
  E: -> Z: assert (eq (sub %a %b) 2:64) "difference"
}
thread worker {
  repeatable
  reg %n:64 %r:64
  params %n
  result %r
  entry A exit Z
  A: -> Z: %r := (mul %n 1:64)
}
)model",
                {ccfg::PropertySet::defaults()}, "true");
}

// Two threads wait for each other while a third spins.
const char* const partlyStuck = R"model(
program LP64
object a global 4
object b global 4
thread main {
  entry A exit Z
  A: -> B: fork left
  B: -> C: fork right
  C: -> C: skip
}
thread left {
  reg %l:32
  entry A exit Z
  A: -> B: atomic %l := load.4.seq_cst &a; assume (eq %l 0:32); store.4.seq_cst &a %self sync acquire &a primitive library
  B: -> Z: atomic %l := load.4.seq_cst &b; assume (eq %l 0:32); store.4.seq_cst &b %self sync acquire &b primitive library
}
thread right {
  reg %l:32
  entry A exit Z
  A: -> B: atomic %l := load.4.seq_cst &b; assume (eq %l 0:32); store.4.seq_cst &b %self sync acquire &b primitive library
  B: -> Z: atomic %l := load.4.seq_cst &a; assume (eq %l 0:32); store.4.seq_cst &a %self sync acquire &a primitive library
}
)model";

TEST(Features, PartialDeadlocksOnlyIfAsked) {
  expectVerdict(partlyStuck, {only(Property::Deadlock)}, "true");
  expectVerdict(partlyStuck, {only(Property::Deadlock), ccfg::MemoryModel::Sc, true}, "false");
  expectVerdict(models::lockedUpdate, {only(Property::Deadlock), ccfg::MemoryModel::Sc, true}, "true");
}

// ---- limits and assumptions

const char* const endless = R"model(
program LP64
object x global 8
thread main {
  reg %a:64
  entry A exit Z
  A: -> B: fork other
  B: -> C: %a := load.8.seq_cst &x
  C: -> B: store.8.seq_cst &x (add %a 1:64)
}
thread other {
  reg %a:64
  entry A exit Z
  A: -> B: %a := load.8.seq_cst &x
  B: -> A: store.8.seq_cst &x (add %a 1:64)
}
)model";

TEST(Features, StopsWhenTheBudgetIsSpent) {
  const auto p = models::parse(endless);
  std::atomic<bool> cancelled = true;
  Budget interrupted, brief;
  interrupted.setCancelFlag(&cancelled);
  brief.setTimeout(0.05);
  for (const auto& [budget, why] : {std::pair{&interrupted, "interrupted"}, {&brief, "out of time"}}) {
    unsigned told = 0;
    const engine::Result r = makeExplore({})->ask(*p, {ccfg::PropertySet::defaults()}, *budget,
                                                  [&](const engine::Progress&) { ++told; });
    EXPECT_EQ(r.verdict, Verdict::Unknown);
    EXPECT_NE(r.why.find(why), std::string::npos) << r.why;
    EXPECT_NE(r.why.find("nothing found"), std::string::npos) << r.why;
    EXPECT_TRUE(r.proved.empty());
    EXPECT_GE(told, 1u);
  }
}

TEST(Features, OnlyCutoffsThatAreReachedCount) {
  const auto model = [](const char* guard) {
    return fmt::format(R"model(
program LP64
assumption 0 recursion-bound misses "too deep"
thread main {{
  reg %a:8
  entry A exit Z
  A: -> B: %a := 1:8
  B: -> Z: assume (eq %a {0}:8); halt cutoff 0
     -> Z: assume (not (eq %a {0}:8))
}}
)model",
                       guard);
  };
  expectVerdict(model("1"), Property::Assert, "unknown");
  expectVerdict(model("2"), Property::Assert, "true");
}

TEST(Features, WeakAtomicsTouchProofs) {
  std::string text = models::peterson;
  const std::string strong = "W: -> V: %r := load.4.seq_cst &flag1";
  text.replace(text.find(strong), strong.size(), "W: -> V: %r := load.4.acquire &flag1");
  expectVerdict(text, Property::Race, "unknown");
  expectVerdict(text, Property::Assert, "unknown");
}

} // namespace
} // namespace heddle::explore
