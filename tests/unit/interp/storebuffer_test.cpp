// Store buffers: what leaves when, what a thread reads of its own, who waits for whom.
#include "../engines/explore/models.h"

#include "interp/enumerate.h"
#include "interp/replay.h"
#include "interp/storebuffer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::interp {
namespace {

using ccfg::MemoryModel;

const char* const twoThreads = R"model(
program LP64
object x global 8
object y global 8
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: store.4 &x 1:32
  C: -> D: %r := load.4 &x
  D: -> E: fence.seq_cst
  E: -> F: join %h
  F: -> Z: skip
}
thread worker {
  reg %r:32
  entry A exit Z
  A: -> B: %r := load.4 &x
  B: -> C: store.4.seq_cst &y 1:32
  C: -> Z: store.4 &y 2:32
}
)model";

struct Execution {
  explicit Execution(MemoryModel model, const std::string& text = twoThreads)
      : program(models::parse(text)), code(*program, model), machine(code, {}),
        state(machine.initialState()) {
    log.wantRegisters = true;
  }
  StepKind step(uint32_t thread) {
    State next = state;
    choices.start();
    const StepKind kind =
        machine.step(next, thread, program->out(state.view().location(thread))[0], choices, &log);
    if (kind == StepKind::Done) state = next;
    return kind;
  }
  uint64_t read() const { return log.registers.back().value; }
  uint64_t address(const std::string& name) const {
    for (ccfg::ObjectId o = 0; o < program->objects.size(); ++o)
      if (program->objects[o].name == name) return code.layout().address(o);
    return 0;
  }

  std::unique_ptr<ccfg::Program> program;
  Code code;
  Machine machine;
  State state;
  Enumerator choices;
  StepLog log;
};

class Buffers : public testing::Test {
protected:
  // `address` in steps of 4 bytes, unless `bytes` says otherwise.
  void enter(MemoryModel model, uint64_t address, uint64_t value, bool ordered = false, uint16_t bytes = 4,
             uint32_t thread = 1) {
    enterBuffer(state, model, {address, value, thread, bytes, ordered});
  }
  std::vector<uint64_t> ready(MemoryModel model, uint32_t thread = 1) const {
    std::vector<uint64_t> values;
    for (uint32_t i : readyStores(state.view(), model, thread)) values.push_back(state.view().store(i).value);
    std::sort(values.begin(), values.end());
    return values;
  }
  void leave(uint64_t value) {
    for (uint32_t i = 0; i < state.view().storeCount(); ++i)
      if (state.view().store(i).value == value) return leaveBuffer(state, i);
    FAIL() << "no such store";
  }

  std::unique_ptr<ccfg::Program> program = models::parse(models::lostUpdate);
  Layout layout{*program};
  State state{layout};
  using Values = std::vector<uint64_t>;
};

TEST_F(Buffers, TsoIsAQueue) {
  for (uint64_t value : {3, 1, 2}) enter(MemoryModel::Tso, value * 8, value);
  EXPECT_EQ(ready(MemoryModel::Tso), Values{3});
  leave(3);
  EXPECT_EQ(ready(MemoryModel::Tso), Values{1});
  EXPECT_EQ(ready(MemoryModel::Tso, 2), Values{});
}

TEST_F(Buffers, PsoIsAQueueForEachPlace) {
  enter(MemoryModel::Pso, 8, 1);
  enter(MemoryModel::Pso, 8, 2);
  enter(MemoryModel::Pso, 0, 3);
  enter(MemoryModel::Pso, 10, 4, false, 1); // overlaps the first two
  EXPECT_EQ(ready(MemoryModel::Pso), (Values{1, 3}));
  leave(1);
  EXPECT_EQ(ready(MemoryModel::Pso), (Values{2, 3}));
  leave(2);
  EXPECT_EQ(ready(MemoryModel::Pso), (Values{3, 4}));
}

TEST_F(Buffers, AnOrderedStoreWaitsForThoseBeforeItOnly) {
  enter(MemoryModel::Pso, 16, 1);
  enter(MemoryModel::Pso, 8, 2, true);
  enter(MemoryModel::Pso, 0, 3);
  EXPECT_EQ(ready(MemoryModel::Pso), (Values{1, 3}));
  leave(1);
  EXPECT_EQ(ready(MemoryModel::Pso), (Values{2, 3}));
}

TEST_F(Buffers, ABarrierParts) {
  enterBarrier(state, MemoryModel::Pso, 1); // nothing is before it
  EXPECT_EQ(bufferedCount(state.view(), 1), 0u);
  enter(MemoryModel::Pso, 8, 1);
  enter(MemoryModel::Pso, 16, 2);
  enterBarrier(state, MemoryModel::Pso, 1);
  enterBarrier(state, MemoryModel::Pso, 1);
  enter(MemoryModel::Pso, 0, 3);
  EXPECT_EQ(bufferedCount(state.view(), 1), 4u);
  EXPECT_EQ(ready(MemoryModel::Pso), (Values{1, 2}));
  leave(2);
  EXPECT_EQ(ready(MemoryModel::Pso), Values{1});
  leave(1);
  EXPECT_EQ(ready(MemoryModel::Pso), Values{3});
  EXPECT_EQ(bufferedCount(state.view(), 1), 1u);
}

TEST_F(Buffers, OrderThatDoesNotMatterMakesNoState) {
  State other = state;
  enter(MemoryModel::Pso, 8, 1);
  enter(MemoryModel::Pso, 0, 2);
  std::swap(state, other);
  enter(MemoryModel::Pso, 0, 2);
  enter(MemoryModel::Pso, 8, 1);
  EXPECT_TRUE(std::ranges::equal(state.bytes(), other.bytes()));
}

TEST_F(Buffers, BytesComeFromTheYoungestStore) {
  enter(MemoryModel::Tso, 100, 0x44332211);
  enter(MemoryModel::Tso, 102, 0xaa, false, 1);
  enter(MemoryModel::Tso, 103, 0xbb, false, 1, 2); // another thread's
  const Forwarded all = forwarded(state.view(), 1, 100, 4);
  EXPECT_EQ(all.mask, 0xffffffffu);
  EXPECT_EQ(all.value, 0x44aa2211u);
  const Forwarded part = forwarded(state.view(), 1, 98, 4);
  EXPECT_EQ(part.mask, 0xffff0000u);
  EXPECT_EQ(part.value, 0x22110000u);
  EXPECT_EQ(forwarded(state.view(), 1, 104, 4).mask, 0u);
}

TEST_F(Buffers, SurviveChangesOfTheStatesShape) {
  enter(MemoryModel::Tso, 100, 7);
  state.addThread(0, 16);
  state.addObject(1000, 0, 3, true);
  state.addObject(1001, 0, 5, true);
  state.removeObject(0);
  state.markFreed(0);
  EXPECT_EQ(ready(MemoryModel::Tso), Values{7});
}

TEST_F(Buffers, FreedMemoryIsForgotten) {
  enter(MemoryModel::Pso, 100, 1);
  enter(MemoryModel::Pso, 104, 2, true);
  enter(MemoryModel::Pso, 200, 3);
  forgetStores(state, 1, 100, 8);
  EXPECT_EQ(ready(MemoryModel::Pso), Values{3});
}

TEST(BufferMachine, AStoreIsSeenByItsThreadFirst) {
  Execution e(MemoryModel::Tso);
  ASSERT_EQ(e.step(1), StepKind::Done);
  ASSERT_EQ(e.step(1), StepKind::Done);
  EXPECT_TRUE(e.log.accesses.at(0).isBuffered);
  ASSERT_EQ(e.step(1), StepKind::Done);
  EXPECT_EQ(e.read(), 1u);
  State before = e.state;
  ASSERT_EQ(e.step(2), StepKind::Done);
  EXPECT_EQ(e.read(), 0u);
  e.state = before;
  ASSERT_TRUE(e.machine.flush(e.state, 1, e.address("x")));
  ASSERT_EQ(e.step(2), StepKind::Done);
  EXPECT_EQ(e.read(), 1u);
}

TEST(BufferMachine, AFenceAndAJoinWaitForStores) {
  Execution e(MemoryModel::Tso);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(e.step(1), StepKind::Done);
  EXPECT_EQ(e.step(1), StepKind::Disabled);
  EXPECT_FALSE(e.machine.flush(e.state, 1, e.address("y")));
  ASSERT_TRUE(e.machine.flush(e.state, 1, e.address("x"), &e.log));
  EXPECT_EQ(e.log.values, std::vector<uint64_t>{e.address("x")});
  EXPECT_EQ(e.step(1), StepKind::Done);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(e.step(2), StepKind::Done);
  EXPECT_TRUE(e.code.isExit(e.state.view().location(2)));
  EXPECT_FALSE(e.machine.hasEnded(e.state.view(), 2)); // its last store is on its way
  EXPECT_EQ(e.step(1), StepKind::Disabled);
  EXPECT_EQ(e.machine.flushable(e.state.view(), 2), std::vector<uint64_t>{e.address("y")});
  ASSERT_TRUE(e.machine.flush(e.state, 2, e.address("y")));
  EXPECT_TRUE(e.machine.hasEnded(e.state.view(), 2));
  EXPECT_EQ(e.step(1), StepKind::Done);
}

TEST(BufferMachine, SequentialConsistencyHasNone) {
  Execution e(MemoryModel::Sc);
  for (int i = 0; i < 2; ++i) ASSERT_EQ(e.step(1), StepKind::Done);
  EXPECT_FALSE(e.log.accesses.at(0).isBuffered);
  EXPECT_FALSE(e.machine.canFlush(e.state.view(), 1));
  EXPECT_FALSE(e.machine.flush(e.state, 1, e.address("x")));
}

TEST(BufferMachine, UninitialisedBytesBesideABufferedStoreAreChosenInMemory) {
  Execution e(MemoryModel::Tso, R"model(
program LP64
object u global 2 uninit
thread main {
  reg %r:16 %s:8
  entry A exit Z
  A: -> B: store.1 &u 5:8
  B: -> C: %r := load.2 &u
  C: -> D: %s := load.1 &u
  D: -> Z: skip
}
)model");
  ASSERT_EQ(e.step(1), StepKind::Done);
  ASSERT_EQ(e.step(1), StepKind::Done);
  EXPECT_EQ(e.read() & 0xff, 5u);
  ASSERT_TRUE(e.machine.flush(e.state, 1, e.address("u")));
  ASSERT_EQ(e.step(1), StepKind::Done);
  EXPECT_EQ(e.read(), 5u);
  EXPECT_TRUE(e.log.values.empty());
}

TEST(BufferMachine, AFullBufferWaits) {
  Execution e(MemoryModel::Tso, R"model(
program LP64
object x global 4
thread main {
  entry A exit Z
  A:
    -> B: store.4 &x 1:32
    -> Z: skip
  B: -> A: skip
}
)model");
  for (uint32_t i = 0; i < 2 * maxBuffered; ++i) ASSERT_EQ(e.step(1), StepKind::Done);
  EXPECT_FALSE(e.machine.bufferWasFull());
  EXPECT_EQ(e.step(1), StepKind::Disabled);
  EXPECT_TRUE(e.machine.bufferWasFull());
}

// The race that shows once the worker has read: main's store is pending.
ccfg::Schedule withFlush(const ccfg::Program& p, uint64_t address) {
  ccfg::Schedule s;
  s.memoryModel = MemoryModel::Tso;
  s.steps = {{1, p.out(p.threads[0].entry)[0], {}}, {2, p.out(p.threads[1].entry)[0], {}}};
  const ccfg::EdgeId store = p.out(p.edges[s.steps[0].edge].to)[0];
  s.steps.push_back({1, store, {}});
  s.steps.push_back({1, ccfg::none, {address}});
  s.violation.property = ccfg::Property::Deadlock; // there is none
  return s;
}

TEST(BufferReplay, ExecutesAStoreThatReachesMemory) {
  Execution e(MemoryModel::Tso);
  const Replay r = replay(*e.program, withFlush(*e.program, e.address("x")), {});
  EXPECT_EQ(r.reason, "at the end of the schedule a thread can still move");
  ASSERT_EQ(r.steps.size(), 4u);
  EXPECT_EQ(r.steps[3].edge, ccfg::none);
  ASSERT_EQ(r.steps[3].accesses.size(), 1u);
  EXPECT_EQ(r.steps[3].accesses[0].access.value, 1u);
}

TEST(BufferReplay, RefusesWhatIsNotInTheBuffer) {
  Execution e(MemoryModel::Tso);
  const std::string refused = "step 4: no such store of thread 1 can reach memory";
  ccfg::Schedule s = withFlush(*e.program, e.address("y"));
  EXPECT_EQ(replay(*e.program, s, {}).reason, refused);
  s = withFlush(*e.program, e.address("x"));
  s.steps[3].values.clear();
  EXPECT_EQ(replay(*e.program, s, {}).reason, refused);
  s = withFlush(*e.program, e.address("x"));
  s.memoryModel = MemoryModel::Sc;
  EXPECT_EQ(replay(*e.program, s, {}).reason, refused);
}

} // namespace
} // namespace heddle::interp
