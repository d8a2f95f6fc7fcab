// The concrete meaning of operations, one small model each, executed edge by edge.
#include "../engines/explore/models.h"

#include "interp/enumerate.h"
#include "interp/machine.h"
#include "interp/pending.h"

#include <gtest/gtest.h>

namespace heddle::interp {
namespace {

using ccfg::Property;

// Executes the first enabled edge of thread 1 again and again.
class Execution {
public:
  explicit Execution(const std::string& text, ccfg::PropertySet properties = {})
      : program(models::parse(text)), code(*program), machine(code, properties),
        state(machine.initialState()) {
    log.wantRegisters = true;
  }

  StepKind step(uint32_t thread = 1) {
    for (ccfg::EdgeId e : program->out(state.view().location(thread))) {
      State next = state;
      choices.start();
      const StepKind kind = machine.step(next, thread, e, choices, &log);
      if (kind == StepKind::Disabled) continue;
      if (kind == StepKind::Done) state = next;
      return kind;
    }
    return StepKind::Disabled;
  }
  uint64_t written() const { return log.registers.back().value; }

  std::unique_ptr<ccfg::Program> program;
  Code code;
  Machine machine;
  State state;
  Enumerator choices;
  StepLog log;
};

ccfg::PropertySet with(Property p) {
  ccfg::PropertySet s;
  s.add(p);
  return s;
}

std::string mainOf(const std::string& head, const std::string& registers,
                   const std::vector<std::string>& steps) {
  std::string text = "program LP64\n" + head + "thread main {\n  reg " + registers + "\n  entry S0 exit Z\n";
  for (size_t i = 0; i < steps.size(); ++i)
    text += "  S" + std::to_string(i) + ": -> S" + std::to_string(i + 1) + ": " + steps[i] + "\n";
  return text + "  S" + std::to_string(steps.size()) + ": -> Z: skip\n}\n";
}

TEST(Machine, MemoryIsLittleEndianBytes) {
  Execution r(mainOf("object x global 8\n  init 0 4 0x11223344:32\n", "%a:8 %b:16 %c:64 %d:1",
                     {"%a := load.1 (add &x 3:64)", "%b := load.2 (add &x 1:64)",
                      "store.2 (add &x 4:64) 0xff:8", "%c := load.8 &x", "%d := load.1 (add &x 2:64)"}));
  r.step();
  EXPECT_EQ(r.written(), 0x11u);
  r.step();
  EXPECT_EQ(r.written(), 0x2233u);
  r.step(); // a narrow value is zero-extended
  r.step();
  EXPECT_EQ(r.written(), 0x000000ff11223344u);
  r.step(); // the low bit
  EXPECT_EQ(r.written(), 0u);
  EXPECT_EQ(r.log.accesses[0].value, 0x22u);
}

TEST(Machine, ParallelAssignmentReadsOldValues) {
  Execution r(mainOf("object x global 1\n", "%a:8 %b:8",
                     {"%a, %b := 1:8, 2:8", "%a, %b := %b, %a", "store.1 &x (sub %a %b)"}));
  r.step();
  r.step();
  EXPECT_EQ(r.log.registers[0].value, 2u);
  EXPECT_EQ(r.log.registers[1].value, 1u);
  r.step();
  EXPECT_EQ(r.log.accesses[0].value, 1u);
}

TEST(Machine, OperationsOfAnActionSeeEachOther) {
  Execution r(mainOf("object x global 4\n", "%a:32 %b:32",
                     {"atomic %a := load.4 &x; %a := (add %a 5:32); store.4 &x %a; %b := load.4 &x; %b := "
                      "(mul %b 3:32); store.4 &x %b"}));
  EXPECT_EQ(r.step(), StepKind::Done);
  EXPECT_EQ(r.written(), 15u);
}

TEST(Machine, ADisabledEdgeDoesNothing) {
  Execution r(mainOf("object x global 4\n", "%a:32",
                     {"atomic store.4 &x 7:32; %a := load.4 &x; assume (eq %a 8:32)"}));
  const State before = r.state;
  EXPECT_EQ(r.step(), StepKind::Disabled);
  EXPECT_TRUE(r.machine.touched()); // whoever tried it must throw its copy away
  EXPECT_TRUE(std::ranges::equal(before.bytes(), r.state.bytes()));
}

TEST(Machine, DeadRegistersDoNotTellStatesApart) {
  Execution a(mainOf("object x global 4\n", "%a:32", {"%a := 1:32", "store.4 &x %a", "store.4 &x 0:32"}));
  Execution b(mainOf("object x global 4\n", "%a:32", {"%a := 2:32", "store.4 &x %a", "store.4 &x 0:32"}));
  a.step(), b.step();
  EXPECT_FALSE(std::ranges::equal(a.state.bytes(), b.state.bytes()));
  a.step(), b.step();
  EXPECT_FALSE(std::ranges::equal(a.state.bytes(), b.state.bytes()));
  a.step(), b.step();
  EXPECT_TRUE(std::ranges::equal(a.state.bytes(), b.state.bytes()));
}

TEST(Machine, ForkAndJoinHandOnValues) {
  Execution r(R"model(
program LP64
thread main {
  reg %h:32 %r:64
  entry A exit Z
  A: -> B: %h := fork worker 40:64 2:8
  B: -> Z: %r := join %h
}
thread worker {
  reg %a:64 %b:8 %r:64
  params %a %b
  result %r
  entry A exit Z
  A: -> Z: %r := (add %a (add (zext 64 %b) (zext 64 %self)))
}
)model");
  EXPECT_EQ(r.step(), StepKind::Done);
  EXPECT_EQ(r.log.forked, 2u);
  EXPECT_EQ(r.step(), StepKind::Disabled);
  EXPECT_EQ(r.step(2), StepKind::Done);
  EXPECT_EQ(r.step(), StepKind::Done);
  EXPECT_EQ(r.written(), 44u);
}

TEST(Machine, JoinOfNobodyWaits) {
  Execution r(mainOf("", "%h:32", {"join %h"}));
  EXPECT_EQ(r.step(), StepKind::Disabled);
}

TEST(Machine, AssertionsCountOnlyIfAsked) {
  const std::string text =
      mainOf("", "%a:32", {"assert (eq %a 1:32) \"a is one\"", "assert.overflow 0:1 \"too big\""});
  Execution unasked(text);
  EXPECT_EQ(unasked.step(), StepKind::Done);
  Execution overflow(text, with(Property::Overflow));
  EXPECT_EQ(overflow.step(), StepKind::Done);
  EXPECT_EQ(overflow.step(), StepKind::Violation);
  EXPECT_EQ(overflow.machine.violation().message, "too big");
}

TEST(Machine, Halts) {
  Execution exit(mainOf("", "%a:32", {"halt exit"}));
  EXPECT_EQ(exit.step(), StepKind::Ended);
  EXPECT_EQ(exit.machine.haltKind(), ccfg::HaltKind::Exit);
  Execution cutoff("program LP64\nassumption 0 recursion-bound misses \"too deep\"\n" +
                   mainOf("", "%a:32", {"halt cutoff 0"}).substr(13));
  EXPECT_EQ(cutoff.step(), StepKind::Cutoff);
  EXPECT_EQ(cutoff.machine.assumption().text, "too deep");
}

// ---- invalid accesses

TEST(Machine, NullEndsTheProgramUnlessMemoryIsChecked) {
  const std::string text = mainOf("", "%p:64 %a:32", {"%a := load.4 (add %p 4:64)"});
  Execution unasked(text);
  EXPECT_EQ(unasked.step(), StepKind::Ended);
  EXPECT_EQ(unasked.machine.haltKind(), ccfg::HaltKind::Abort);
  Execution asked(text, with(Property::Memory));
  EXPECT_EQ(asked.step(), StepKind::Violation);
  EXPECT_EQ(asked.machine.violation().message, "a null pointer is read");
}

TEST(Machine, OutOfBoundsIsCutOffUnlessMemoryIsChecked) {
  const std::string text =
      mainOf("object a global 4\n", "%i:64", {"store.4 (add &a %i) 1:32", "store.4 (add &a 1:64) 1:32"});
  Execution unasked(text);
  EXPECT_EQ(unasked.step(), StepKind::Done);
  EXPECT_EQ(unasked.step(), StepKind::Cutoff);
  EXPECT_EQ(unasked.machine.assumption().kind, ccfg::AssumptionKind::InvalidAccess);
  EXPECT_TRUE(unasked.machine.assumption().missesBehaviours);
  Execution asked(text, with(Property::Memory));
  asked.step();
  EXPECT_EQ(asked.step(), StepKind::Violation);
  EXPECT_EQ(asked.machine.violation().message, "`a` is written out of its bounds");
}

TEST(Machine, ReadOnlyObjectsCanBeReadNotWritten) {
  Execution r(mainOf("object c global 4 readonly\n  init 0 4 7:32\n", "%a:32",
                     {"%a := load.4 &c", "store.4 &c 1:32"}),
              with(Property::Memory));
  EXPECT_EQ(r.step(), StepKind::Done);
  EXPECT_EQ(r.written(), 7u);
  EXPECT_EQ(r.step(), StepKind::Violation);
  EXPECT_EQ(r.machine.violation().message, "read-only `c` is written");
}

TEST(Machine, FreedMemoryIsReusedUnlessMemoryIsChecked) {
  const std::string text = mainOf("object n heap 0\n", "%p:64 %q:64 %a:8",
                                  {"%p := alloc.zeroed &n 16:64", "free %p", "%q := alloc.zeroed &n 8:64",
                                   "%a := load.1 (add %p 12:64)"});
  Execution unasked(text);
  unasked.step();
  const uint64_t p = unasked.written();
  unasked.step();
  unasked.step();
  EXPECT_EQ(unasked.written(), p);
  EXPECT_EQ(unasked.step(), StepKind::Cutoff); // beyond the new object

  Execution asked(text, with(Property::Memory));
  asked.step();
  asked.step();
  asked.step();
  EXPECT_NE(asked.written(), p);
  EXPECT_EQ(asked.step(), StepKind::Violation);
  EXPECT_EQ(asked.machine.violation().message, "`n` is read after its lifetime has ended");
}

TEST(Machine, InvalidFrees) {
  const auto message = [](const std::vector<std::string>& steps) {
    Execution r(mainOf("object n heap 0\nobject g global 8\nobject l local 8\n", "%p:64", steps),
                with(Property::Memory));
    StepKind kind;
    while ((kind = r.step()) == StepKind::Done && !r.code.isExit(r.state.view().location(1))) {
    }
    return kind == StepKind::Violation ? r.machine.violation().message : "fine";
  };
  EXPECT_EQ(message({"%p := alloc &n 8:64", "free %p", "free %p"}), "memory is freed twice");
  EXPECT_EQ(message({"%p := alloc &n 8:64", "free (add %p 4:64)"}),
            "free() of an address that is not the start of a block");
  EXPECT_EQ(message({"%p := alloc &l 8:64", "free %p"}),
            "free() of an address that is not the start of a block");
  EXPECT_EQ(message({"free &g"}), "free() of memory that was not allocated");
  EXPECT_EQ(message({"free 0:64"}), "fine");
  EXPECT_EQ(message({"%p := alloc &l 8:64", "free.local %p"}), "fine");
}

// A thread's allocations have the same addresses whatever others allocate.
TEST(Machine, AddressesDoNotDependOnTheInterleaving) {
  const std::string text = R"model(
program ILP32
object n heap 0
thread main {
  reg %p:32
  entry A exit Z
  A: -> B: fork worker
  B: -> C: %p := alloc &n 4:32
  C: -> Z: store.4 %p 1:32
}
thread worker {
  reg %p:32
  entry A exit Z
  A: -> B: %p := alloc &n 4:32
  B: -> Z: store.4 %p 2:32
}
)model";
  Execution a(text), b(text);
  for (uint32_t t : {1, 1, 2, 1, 2}) a.step(t);
  for (uint32_t t : {1, 2, 1, 2, 1}) b.step(t);
  EXPECT_TRUE(std::ranges::equal(a.state.bytes(), b.state.bytes()));
}

// ---- choices

TEST(Machine, UninitialisedMemoryKeepsTheValueFirstRead) {
  Execution r(mainOf("object x global 4 uninit\n", "%a:16 %b:32 %c:32",
                     {"store.1 (add &x 1:64) 0xab:8", "%a := load.2 &x", "%b := load.4 &x", "%c := load.4 &x",
                      "store.4 &x (add (zext 32 %a) (add %b %c))"}));
  r.step();
  r.step();
  EXPECT_EQ(r.written(), 0xab00u); // the first candidate for the unknown byte is 0
  EXPECT_FALSE(r.choices.cutShort());
  ASSERT_EQ(r.log.values.size(), 1u);
  r.step();
  EXPECT_EQ(r.log.values.size(), 1u);
  EXPECT_TRUE(r.choices.cutShort());
  const uint64_t first = r.written();
  r.step();
  EXPECT_TRUE(r.log.values.empty());
  EXPECT_EQ(r.written(), first);
}

unsigned combinations(Execution& r) {
  unsigned count = 0;
  r.choices.start();
  do {
    State next = r.state;
    if (r.machine.step(next, 1, r.program->out(next.view().location(1))[0], r.choices) != StepKind::Disabled)
      ++count;
  } while (r.choices.next());
  return count;
}

TEST(Enumerator, SmallRangesAreComplete) {
  Execution r(
      mainOf("", "%a:8 %b:32",
             {"%a := nondet; %b := nondet 5 9 \"input\"; assume (ult %a 2:8)", "assume (eq %b 0:32)"}));
  EXPECT_EQ(combinations(r), 2u * 5u);
  EXPECT_FALSE(r.choices.cutShort());
  EXPECT_TRUE(r.choices.assumptions(*r.program).empty());
}

TEST(Enumerator, LargeRangesAreSampledAndSaidToBe) {
  Execution r(mainOf("", "%b:32", {"%b := nondet 0 4294967295 \"rand\"", "assume (eq %b 0:32)"}));
  const unsigned count = combinations(r);
  EXPECT_EQ(count, 7u); // 0 1 2 3 -1 and the signed ends
  const auto assumptions = r.choices.assumptions(*r.program);
  ASSERT_EQ(assumptions.size(), 1u);
  EXPECT_EQ(assumptions[0].kind, ccfg::AssumptionKind::NondetValues);
  EXPECT_TRUE(assumptions[0].missesBehaviours);
}

TEST(Enumerator, ValuesThatNobodyLooksAtAreNotTried) {
  Execution unused(
      mainOf("object x global 4\n", "%a:32 %b:32", {"%a := nondet", "%b := %a", "store.4 &x 1:32"}));
  EXPECT_EQ(combinations(unused), 1u);
  EXPECT_TRUE(unused.choices.assumptions(*unused.program).empty());
  Execution unread(
      mainOf("object x global 4\n", "%a:32 %b:32", {"%a := nondet", "%b := %a", "store.4 &x %b"}));
  EXPECT_EQ(combinations(unread), 1u);
  Execution used(mainOf("object x global 4\n", "%a:32 %b:32",
                        {"%a := nondet", "store.4 &x %a", "%b := load.4 &x", "assume (eq %b 3:32)"}));
  EXPECT_GT(combinations(used), 1u);
}

TEST(Enumerator, LaterChoicesMayDependOnEarlierOnes) {
  // Writing the first byte leaves one byte to choose; not writing it leaves two.
  Execution r(mainOf("object x global 2 uninit\n", "%a:1 %b:8",
                     {"atomic %a := nondet; store.1 (ite (eq %a 1:1) &x (add &x 1:64)) 0:8; %b := load.1 &x",
                      "store.1 &x %b"}));
  Execution unread(mainOf("object x global 2 uninit\n", "%b:8", {"%b := load.1 &x", "store.1 &x 0:8"}));
  EXPECT_EQ(combinations(unread), 1u);
  EXPECT_EQ(combinations(r), 1u + 256u);
}

} // namespace
} // namespace heddle::interp
