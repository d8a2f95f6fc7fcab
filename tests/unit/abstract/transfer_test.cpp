// Single operations and edges: by themselves, with others that answer and listen, and of two threads in one
// environment.
#include "model.h"

#include <gtest/gtest.h>

namespace heddle::abstract {
namespace {

using Base = Value::Base;

// One operation an edge, from L0: edge i is the i-th of the list.
std::string inMain(const std::vector<std::string>& operations, const std::string& objects = "") {
  std::string text =
      objects + "thread main {\n  reg %r:32 %s:32 %p:64 %c:1\n  result %r\n  entry L0 exit L1\n  L0:\n";
  for (const std::string& o : operations) text += "    -> L2: " + o + "\n";
  return text + "  L2:\n    -> L1: assert (and (eq %r 0:32) (and (eq %s 0:32) (eq %p 0:64))) \"all live\"\n  "
                "L1:\n}\n";
}

const std::string x = "object x global 4\n  init 0 4 7:32\n";

class Run : public testing::Test {
protected:
  void make(const std::vector<std::string>& operations, const std::string& objects = x) {
    model = std::make_unique<Model>(inMain(operations, objects));
  }
  bool edge(ccfg::EdgeId e, Environment& env) {
    Transfer transfer = model->transfer(0);
    return transfer.executeEdge(e, env, others, &findings);
  }
  Value reg(const Environment& env, const char* name) { return at(env.registers, model->reg(name)); }

  std::unique_ptr<Model> model;
  Others others;
  Findings findings;
};

TEST_F(Run, LoadsWhatWasStored) {
  make({"%r := load.4 &x", "store.4 &x (add %s 1:32)"});
  Environment env = model->initial();
  ASSERT_TRUE(edge(0, env));
  EXPECT_EQ(reg(env, "r"), constant(7));
  env.registers.set(model->reg("s"), range(1, 4));
  ASSERT_TRUE(edge(1, env));
  EXPECT_EQ(at(env.cells, model->cell("x")), range(2, 5));
  ASSERT_TRUE(edge(0, env));
  EXPECT_EQ(reg(env, "r"), range(2, 5));
  EXPECT_TRUE(findings.invalid.empty());
  EXPECT_EQ(findings.accesses, (std::set<ccfg::EdgeId>{0, 1}));
}

TEST_F(Run, AStoreToOneOfSeveralPlacesAddsAValue) {
  make({"store.4 (add &a (mul (zext 64 %s) 4:64)) 9:32", "%r := load.4 (add &a (mul (zext 64 %s) 4:64))"},
       "object a global 16\n");
  Environment env = model->initial();
  env.registers.set(model->reg("s"), range(0, 3));
  ASSERT_TRUE(edge(0, env));
  EXPECT_EQ(at(env.cells, model->cell("a")), join(constant(0), constant(9)));
  EXPECT_TRUE(findings.invalid.empty());
  env.registers.set(model->reg("s"), range(0, 4)); // beyond the end
  ASSERT_TRUE(edge(1, env));
  EXPECT_EQ(reg(env, "r"), join(constant(0), constant(9)));
  EXPECT_EQ(findings.invalid, (std::set<ccfg::EdgeId>{1}));
  EXPECT_TRUE(findings.nulls.empty());
}

TEST_F(Run, ConditionsStopOrNarrow) {
  make({"assume (ult %s 4:32)", "assume (not (ult %s 4:32))", "assert (eq %s 2:32) \"two\"",
        "assert.overflow (eq %s 2:32) \"not asked\"", "halt exit"});
  Environment env;
  ASSERT_TRUE(edge(0, env));
  EXPECT_EQ(reg(env, "s"), range(0, 3));
  Environment other = env;
  EXPECT_FALSE(edge(1, other));
  ASSERT_TRUE(edge(3, env));
  EXPECT_EQ(reg(env, "s"), range(0, 3));
  EXPECT_TRUE(findings.failures.empty());
  ASSERT_TRUE(edge(2, env)); // what fails ends there
  EXPECT_EQ(reg(env, "s"), constant(2));
  EXPECT_EQ(findings.failures, (std::set<std::pair<ccfg::EdgeId, size_t>>{{2, 0}}));
  findings = {};
  ASSERT_TRUE(edge(2, env));
  EXPECT_TRUE(findings.failures.empty());
  EXPECT_FALSE(edge(4, env));
}

TEST_F(Run, AssignmentsHappenAtOnce) {
  make({"%r, %s := %s, %r", "%r := nondet 3 5"});
  Environment env;
  env.registers.set(model->reg("r"), constant(1));
  env.registers.set(model->reg("s"), constant(2));
  ASSERT_TRUE(edge(0, env));
  EXPECT_EQ(reg(env, "r"), constant(2));
  EXPECT_EQ(reg(env, "s"), constant(1));
  EXPECT_TRUE(env.copies.entries().empty()); // neither is what the other is afterwards
  ASSERT_TRUE(edge(1, env));
  EXPECT_EQ(reg(env, "r"), range(3, 5));
}

// Copies, by assignment and through memory: a condition on one tells of the other, until one is changed.
TEST_F(Run, ACopyLearnsFromACondition) {
  make({"%s := %r", "store.4 &x %r", "%s := load.4 &x", "assume (ult %s 3:32)", "%r := 5:32"});
  for (const std::vector<ccfg::EdgeId>& copying : {std::vector<ccfg::EdgeId>{0}, {1, 2}}) {
    for (bool changed : {false, true}) {
      Environment env = model->initial();
      env.registers.set(model->reg("r"), range(0, 9));
      for (ccfg::EdgeId e : copying) ASSERT_TRUE(edge(e, env));
      if (changed) {
        ASSERT_TRUE(edge(4, env));
      }
      ASSERT_TRUE(edge(3, env));
      EXPECT_EQ(reg(env, "r"), changed ? constant(5) : range(0, 2));
    }
  }
}

TEST_F(Run, WhatIsOverwrittenIsNoCopy) {
  make({"store.4 &x %r", "store.4 &x 1:32", "%s := load.4 &x", "assume (ult %s 3:32)"});
  Environment env = model->initial();
  env.registers.set(model->reg("r"), range(0, 9));
  for (ccfg::EdgeId e = 0; e < 4; ++e) ASSERT_TRUE(edge(e, env));
  EXPECT_EQ(reg(env, "s"), constant(1));
  EXPECT_EQ(reg(env, "r"), range(0, 9));
}

TEST_F(Run, RelationsHoldBetweenRegistersAndMemory) {
  make({"%s := (add %r 1:32)", "store.4 &x %s", "%s := load.4 &x", "assume (eq %s 6:32)"});
  model->relateAll();
  Environment env = model->initial();
  env.registers.set(model->reg("r"), range(0, 9));
  for (ccfg::EdgeId e : {0u, 1u}) ASSERT_TRUE(edge(e, env));
  env.copies = env.contents = {}; // what follows is known by the relation alone
  for (ccfg::EdgeId e : {2u, 3u}) ASSERT_TRUE(edge(e, env));
  EXPECT_EQ(reg(env, "r"), constant(5));
}

TEST_F(Run, NewMemoryIsZeroOrAnything) {
  make({"%p := alloc &site 4:64", "%p := alloc.zeroed &site 4:64", "store.4 %p 3:32", "free %p", "free 0:64"},
       "object site heap 4\n");
  Environment env = model->initial();
  ASSERT_TRUE(edge(1, env));
  EXPECT_EQ(reg(env, "p").base, Base::Object);
  EXPECT_EQ(at(env.cells, model->cell("site")), constant(0));
  ASSERT_TRUE(edge(2, env));
  EXPECT_EQ(at(env.cells, model->cell("site")), join(constant(0), constant(3))); // of the instances together
  ASSERT_TRUE(edge(0, env));
  EXPECT_EQ(env.cells.find(model->cell("site")), nullptr);
  ASSERT_TRUE(edge(3, env) && edge(4, env));
  EXPECT_TRUE(findings.invalid.contains(3)); // that it is freed once is not looked into
  EXPECT_FALSE(findings.invalid.contains(4));
}

TEST_F(Run, WhatIsDeadIsForgotten) {
  make({"%c := (eq %s 0:32)"}); // nobody reads c
  Environment env;
  env.registers.set(model->reg("s"), constant(1));
  ASSERT_TRUE(edge(0, env));
  EXPECT_EQ(env.registers.find(model->reg("c")), nullptr);
  EXPECT_EQ(reg(env, "s"), constant(1));
}

TEST_F(Run, AnInstanceStartsWithZeroAndItsArguments) {
  const Model m(R"(
thread main {
  reg %a:32 %b:32 %s:32
  params %a %b
  entry L0 exit L1
  L0:
    -> L1: assert (eq %s (add %a %b)) "sum"
  L1:
}
)");
  Environment env;
  const std::vector<Value> args = {range(1, 2)}; // b is not known
  Transfer transfer = m.transfer(0);
  transfer.start(args, env);
  EXPECT_EQ(at(env.registers, m.reg("a")), range(1, 2));
  EXPECT_EQ(at(env.registers, m.reg("s")), constant(0));
  EXPECT_EQ(env.registers.find(m.reg("b")), nullptr);
}

// ---- others

struct Heard : Others {
  Value content(CellId, unsigned width) override { return range(20, 30, width); }
  void store(std::span<const CellId> cells, const Value& v, bool exact) override {
    stored = v;
    storedExactly = exact && cells.size() == 1;
  }
  void fork(ccfg::ThreadId thread, std::vector<Value> args) override { started = thread, arguments = args; }
  Value result(ccfg::EdgeId, unsigned width) override {
    return ends ? constant(8, width) : Value::of(Number::bottom(width));
  }

  Value stored;
  bool storedExactly = false, ends = true;
  ccfg::ThreadId started = 0;
  std::vector<Value> arguments;
};

const std::string twoThreads = R"(
object x global 4
object lock global 4
thread main {
  reg %h:32 %r:32
  result %r
  entry L0 exit L1
  L0:
    e0 -> L2: %h := fork worker (add %r 1:32)
  L2:
    e1 -> L3: %r := load.4 &x
  L3:
    e2 -> L4: %r := join %h
  L4:
    e3 -> L1: assert (eq %r 0:32) "r"
  L1:
}
thread worker {
  reg %a:32 %t:32
  params %a
  entry L5 exit L6
  L5:
    e4 -> L7: atomic %t := load.4 &lock; assume (eq %t 0:32); store.4 &lock %self
  L7:
    e5 -> L8: store.4 &x %a
  L8:
    e6 -> L6: assert (ult %a 9:32) "a"
  L6:
}
)";

TEST(Others, AnswerAndListen) {
  const Model m(twoThreads);
  Transfer transfer = m.transfer(0);
  Heard others;
  Environment env;
  env.registers.set(m.reg("r"), constant(3));
  ASSERT_TRUE(transfer.executeEdge(0, env, others, nullptr));
  EXPECT_EQ(others.started, 1u);
  EXPECT_EQ(others.arguments, std::vector<Value>{constant(4)});
  EXPECT_EQ(at(env.registers, m.reg("h")), Value::thread(Base::Instance, 1));
  ASSERT_TRUE(transfer.execute({1, 0, others, nullptr}, env));
  EXPECT_EQ(at(env.registers, m.reg("r")), range(20, 30));
  env.cells.set(m.cell("x"), constant(1)); // what is known is not asked for
  ASSERT_TRUE(transfer.execute({1, 0, others, nullptr}, env));
  EXPECT_EQ(at(env.registers, m.reg("r")), constant(1));
  ASSERT_TRUE(transfer.executeEdge(2, env, others, nullptr));
  EXPECT_EQ(at(env.registers, m.reg("r")), constant(8));
  others.ends = false;
  EXPECT_FALSE(transfer.execute({2, 0, others, nullptr}, env));
  Transfer worker = m.transfer(1);
  env.registers.set(m.reg("a", 1), range(4, 6));
  ASSERT_TRUE(worker.executeEdge(5, env, others, nullptr));
  EXPECT_EQ(others.stored, range(4, 6));
  EXPECT_TRUE(others.storedExactly);
}

TEST(Others, WhoAreUnknownMayWriteAnything) {
  const Model m(twoThreads);
  Transfer transfer = m.transfer(0);
  Others others;
  Environment env;
  ASSERT_TRUE(transfer.execute({1, 0, others, nullptr}, env));
  EXPECT_EQ(env.registers.find(m.reg("r")), nullptr);
  ASSERT_TRUE(transfer.execute({2, 0, others, nullptr}, env));
  EXPECT_EQ(env.registers.find(m.reg("r")), nullptr);
}

// One environment holds the states of all threads: memory is known, and a fork sets the parameters.
struct Product : Others {
  Product(const Model& m, Environment& env) : model(m), all(env) {}
  void fork(ccfg::ThreadId thread, std::vector<Value> args) override {
    model.transfer(thread).start(args, all);
  }
  const Model& model;
  Environment& all;
};

TEST(Others, AnEnvironmentMayHoldAllThreads) {
  const Model m(twoThreads);
  Environment env = m.initial();
  Product others(m, env);
  Transfer main = m.transfer(0, Value::thread(Base::Instance, 0));
  Transfer worker = m.transfer(1, Value::thread(Base::Instance, 1));
  main.start({}, env);
  ASSERT_TRUE(main.executeEdge(0, env, others, nullptr));
  EXPECT_EQ(at(env.registers, m.reg("a", 1)), constant(1));
  for (ccfg::EdgeId e : {4u, 5u}) ASSERT_TRUE(worker.executeEdge(e, env, others, nullptr)) << e;
  EXPECT_EQ(at(env.cells, m.cell("lock")), Value::thread(Base::Instance, 1));
  EXPECT_EQ(at(env.registers, m.reg("h")), Value::thread(Base::Instance, 1)); // of main, and still alive
  Environment again = env;
  EXPECT_FALSE(worker.executeEdge(4, again, others, nullptr)); // the lock is taken
  ASSERT_TRUE(main.executeEdge(1, env, others, nullptr));
  Transfer reader = m.transfer(0);
  ASSERT_TRUE(reader.execute({1, 0, others, nullptr}, env));
  EXPECT_EQ(at(env.registers, m.reg("r")), constant(1));
}

} // namespace
} // namespace heddle::abstract
