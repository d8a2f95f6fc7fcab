// Derived programs: what a copy looks like, and what is told of the original.
#include "ccfg/text.h"
#include "ccfg/transform/copier.h"
#include "models.h"

#include "support/error.h"

#include <gtest/gtest.h>

namespace heddle::ccfg {
namespace {

using namespace transform;

std::vector<EdgeId> edgesOf(const Derived& d, EdgeId e) {
  std::vector<EdgeId> out;
  for (const Piece& piece : d.edges[e]) out.push_back(piece.edge);
  return out;
}

Schedule scheduleOf(std::vector<ScheduleStep> steps, Violation violation) {
  return {.steps = std::move(steps), .violation = std::move(violation), .memoryModel = MemoryModel::Sc};
}

// ---- copies

TEST(Derived, CopyIsTheSameProgram) {
  for (const char* text : {everything, lostUpdate}) {
    const auto p = parseText(text, "m.ccfg");
    const Derived d = copyOf(*p);
    EXPECT_EQ(printText(*d.program), printText(*p));
    EXPECT_EQ(fingerprint(*d.program), fingerprint(*p));
    ASSERT_EQ(d.registers.size(), p->registerCount());
    for (EdgeId e = 0; e < p->edges.size(); ++e) {
      EXPECT_EQ(edgesOf(d, e), std::vector{e});
      EXPECT_EQ(d.edges[e][0].end, p->edges[e].ops.size());
    }
    for (RegId r = 0; r < p->registerCount(); ++r) EXPECT_EQ(d.registers[r], r);
    for (LocId l = 0; l < p->locations.size(); ++l) EXPECT_EQ(d.locations[l], l);
    for (ObjectId o = 0; o < p->objects.size(); ++o) EXPECT_EQ(d.objects[o], o);
    EXPECT_FALSE(d.restricted);
  }
}

TEST(Derived, CopyOutlivesItsOriginal) {
  auto p = parseText(everything, "m.ccfg");
  const std::string text = printText(*p);
  const Derived d = copyOf(*p);
  p.reset();
  EXPECT_EQ(printText(*d.program), text);
}

TEST(Derived, ObjectsMayLeadToEachOther) {
  const auto p = parseText(R"model(
program LP64
object a global 8
  init 0 8 &b
object b global 8
  init 0 8 &a
thread main {
  reg %r:64
  entry A exit Z
  A: -> Z: %r := load.8 &b
}
)model",
                           "m.ccfg");
  EXPECT_EQ(printText(*copyOf(*p).program), printText(*p));
  Copier some(*p);
  const ThreadId main = some.addThread(0, "main");
  some.addChain(main, {0});
  const Derived d = some.finish(); // b is met first
  EXPECT_EQ(d.objects, (std::vector<ObjectId>{1, 0}));
  EXPECT_EQ(d.program->objects[0].init[0].value, d.program->addressOf(1));
}

TEST(Derived, ForksNeedTheirThread) {
  const auto p = parseText(lostUpdate, "m.ccfg");
  Copier copier(*p);
  const ThreadId main = copier.addThread(0, "main");
  EXPECT_THROW(copier.addChain(main, {0}), InternalError);
}

// ---- joined edges

const char* const lines = R"model(
program LP64
object x global 4
object y global 4 uninit
thread main {
  reg %a:32 %b:32 %c:8 %d:8
  entry A exit Z
  A: e0 -> B: %c := nondet
  B: e1 -> C: %a := 1:32
  C: e2 -> D: %a := load.4 &y; %d := nondet
  D: e3 -> E: %b := %a
  E: e4 -> F: %c := nondet
  F: e5 -> G: assert (eq %c 0:8) "c"
  G: e6 -> H: skip
  H: e7 -> I: assume (eq %b 0:32)
     e8 -> J: assume (not (eq %b 0:32))
  I: e9 -> J: %b := 2:32
  J: e10 -> K: %a := 3:32
  K: e11 -> K2: store.4 &x %a
  K2: e12 -> H: skip sync acquire &x
  I2: e13 -> Z: halt exit
}
)model";

TEST(MergeEdges, StraightLines) {
  const auto p = parseText(lines, "m.ccfg");
  const Derived d = mergeEdges(*p);
  std::vector<std::vector<EdgeId>> chains;
  for (EdgeId e = 0; e < d.edges.size(); ++e) chains.push_back(edgesOf(d, e));
  EXPECT_EQ(chains,
            (std::vector<std::vector<EdgeId>>{{0, 1}, {2, 3, 4}, {5, 6}, {7, 9}, {8}, {10, 11}, {12}, {13}}));
  const Edge& second = d.program->edges[1];
  EXPECT_EQ(second.ops.size(), 4u);
  EXPECT_EQ(d.edges[1][1].begin, 2u);
  EXPECT_EQ(d.edges[1][2].end, 4u);
  EXPECT_EQ(d.locations[second.from], p->edges[2].from);
  EXPECT_EQ(d.locations[second.to], p->edges[4].to);
  EXPECT_EQ(d.program->locations.size(), p->locations.size() - 6);
}

TEST(MergeEdges, KeepsLocations) {
  const auto p = parseText(lines, "m.ccfg");
  const Derived d = mergeEdges(*p, {p->edges[3].from});
  EXPECT_EQ(edgesOf(d, 1), std::vector<EdgeId>{2});
  EXPECT_EQ(edgesOf(d, 2), (std::vector<EdgeId>{3, 4}));
}

// An edge is in an atomic section if one of its ends is, which decides what races with it.
TEST(MergeEdges, NotAcrossTheBordersOfSections) {
  const auto p = parseText(R"model(
program LP64
object x global 4
thread main {
  reg %a:32
  entry A exit Z
  A: e0 -> B: %a := load.4 &x
  B: e1 -> C: %a := 1:32
  C: atomic
     e2 -> D: store.4 &x %a
  D: atomic
     e3 -> E: %a := 2:32
  E: atomic
     e4 -> F: atomic-end
  F: e5 -> Z: %a := 3:32
}
)model",
                           "m.ccfg");
  const Derived d = mergeEdges(*p);
  std::vector<std::vector<EdgeId>> chains;
  for (EdgeId e = 0; e < d.edges.size(); ++e) chains.push_back(edgesOf(d, e));
  EXPECT_EQ(chains, (std::vector<std::vector<EdgeId>>{{0}, {1}, {2, 3}, {4, 5}}));
}

TEST(MergeEdges, LiftsValuesToTheirEdges) {
  const auto p = parseText(lines, "m.ccfg");
  const Derived d = mergeEdges(*p);
  const Violation failed{Property::Assert, "c", 1, 2, 0, none};
  const Schedule lifted = lift(d, scheduleOf({{1, 0, {5}}, {1, 1, {70, 6, 7}}, {1, 2, {}}}, failed));
  EXPECT_EQ(lifted.steps,
            (std::vector<ScheduleStep>{
                {1, 0, {5}}, {1, 1, {}}, {1, 2, {70, 6}}, {1, 3, {}}, {1, 4, {7}}, {1, 5, {}}}));
  EXPECT_EQ(lifted.violation.edge, 5u);
  // Nobody asked the uninitialised memory.
  const Schedule known = lift(d, scheduleOf({{1, 0, {5}}, {1, 1, {6, 7}}, {1, 2, {}}}, failed));
  EXPECT_EQ(known.steps[2].values, std::vector<uint64_t>{6});
  EXPECT_EQ(known.steps[4].values, std::vector<uint64_t>{7});
}

TEST(MergeEdges, AFailingStepHasNotComeToSilentEdges) {
  const auto p = parseText(lines, "m.ccfg");
  const Derived d = mergeEdges(*p);
  Violation failed{Property::Memory, "", 1, 1, 0, none};
  const Schedule early = lift(d, scheduleOf({{1, 1, {}}}, failed));
  EXPECT_EQ(early.steps, (std::vector<ScheduleStep>{{1, 2, {}}}));
  failed.property = Property::Atomicity; // seen when the edge is over
  const Schedule late = lift(d, scheduleOf({{1, 1, {70, 6, 7}}}, failed));
  EXPECT_EQ(late.steps, (std::vector<ScheduleStep>{{1, 2, {70, 6}}}));
}

// What is computed before a step belongs to it, unless a thread begins with it, or chooses something.
const char* const branches = R"model(
program LP64
object x global 4
thread main {
  reg %a:32
  entry A exit Z
  A: e0 -> B: skip
  B: e1 -> C: store.4 &x 1:32
  C: e2 -> D: assume (eq %a 0:32)
     e3 -> E: assume (not (eq %a 0:32))
  D: e4 -> C: store.4 &x 2:32; %a := 1:32
  E: e5 -> F: %a := nondet
  F: e6 -> G: %a := load.4 &x
  G: e7 -> H: %a := 3:32
  H: e8 -> I: assert (eq %a 3:32) "a"
  I: e9 -> J: store.4 &x 0:32; assume (eq %a 3:32)
  J: e10 -> K: %a := 4:32
  K: e11 -> Z: halt exit
}
)model";

TEST(MergeEdges, ComputationBeforeAStep) {
  const auto p = parseText(branches, "m.ccfg");
  const Derived d = mergeEdges(*p);
  std::vector<std::vector<EdgeId>> chains;
  for (EdgeId e = 0; e < d.edges.size(); ++e) chains.push_back(edgesOf(d, e));
  EXPECT_EQ(chains, (std::vector<std::vector<EdgeId>>{{0}, {1}, {2, 4}, {3, 5}, {6, 7}, {8}, {9, 10}, {11}}));
}

TEST(MergeEdges, WhoIsAboutToAccessHasComputedWhere) {
  const auto p = parseText(branches, "m.ccfg");
  const Derived d = mergeEdges(*p);
  // Thread 2 is inside an atomic section at the end, as far as this test is concerned: 1 comes before it.
  const Violation race{Property::Race, "", 2, 1, 1, 2};
  const Schedule lifted = lift(d, scheduleOf({{1, 0, {}}, {1, 1, {}}, {2, 0, {}}}, race));
  EXPECT_EQ(lifted.steps, (std::vector<ScheduleStep>{{1, 0, {}}, {1, 1, {}}, {1, 2, {}}, {2, 0, {}}}));
  EXPECT_EQ(lifted.violation.edge, 1u);
  EXPECT_EQ(lifted.violation.otherEdge, 4u);
  const Schedule failed = lift(d, scheduleOf({{1, 2, {}}}, {Property::Memory, "", 1, 2, 0, none}));
  EXPECT_EQ(failed.steps, (std::vector<ScheduleStep>{{1, 2, {}}, {1, 4, {}}}));
  EXPECT_EQ(failed.violation.edge, 4u);
}

TEST(MergeEdges, LiftsStatesAndFlushes) {
  const auto p = parseText(lines, "m.ccfg");
  const Derived d = mergeEdges(*p);
  Schedule s = scheduleOf({{2, 0, {1}}, {1, 1, {6, 7}}, {1, none, {1234}}}, {Property::Race, "", 1, 5, 2, 1});
  s.memoryModel = MemoryModel::Tso;
  const Schedule lifted = lift(d, s);
  EXPECT_EQ(lifted.memoryModel, MemoryModel::Tso);
  EXPECT_EQ(lifted.steps.size(), 7u);
  EXPECT_EQ(lifted.steps[5], (ScheduleStep{1, none, {1234}}));
  EXPECT_EQ(lifted.steps[6], (ScheduleStep{1, 10, {}}));
  EXPECT_EQ(lifted.violation.edge, 11u);
  EXPECT_EQ(lifted.violation.otherEdge, 2u);
}

TEST(MergeEdges, LiftsFactsOfLocationsThatAreLeft) {
  const auto p = parseText(lines, "m.ccfg");
  const Derived d = mergeEdges(*p);
  logic::TermManager& terms = *d.program->terms;
  const RegId a = d.program->threads[0].registers[1];
  const LocId to = d.program->edges[1].to;
  const Term first = terms.ult(d.program->regTerm(a), terms.constant(7, 32));
  const Term second = terms.ne(d.program->regTerm(a), terms.constant(0, 32));
  const auto facts = lift(d, *p, {{to, first}, {to, second}});
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].location, p->edges[4].to);
  EXPECT_EQ(printOperation(*p, Assume{facts[0].term}),
            printOperation(*d.program, Assume{terms.andOf(first, second)}));
  EXPECT_EQ(facts[0].term, p->terms->andOf(p->terms->ult(p->regTerm(a), p->terms->constant(7, 32)),
                                           p->terms->ne(p->regTerm(a), p->terms->constant(0, 32))));
}

TEST(Derived, FactsAboutWhatWasAddedAreNotLifted) {
  const auto p = parseText(lostUpdate, "m.ccfg");
  Copier copier(*p);
  copier.copyAllButEdges();
  for (EdgeId e = 0; e < p->edges.size(); ++e) copier.addChain(p->locations[p->edges[e].from].thread, {e});
  const RegId ghost = copier.program().addRegister(0, "ghost", 1);
  const Derived d = copier.finish();
  EXPECT_EQ(d.registers[ghost], none);
  EXPECT_TRUE(lift(d, *p, {{2, d.program->regTerm(ghost)}}).empty());
}

// ---- replicated threads

TEST(ReplicateThread, ForksStartAnyCopy) {
  const auto p = parseText(lostUpdate, "m.ccfg");
  const Derived d = replicateThread(*p, 1, 3);
  ASSERT_EQ(d.program->threads.size(), 4u);
  EXPECT_EQ(d.threads, (std::vector<ThreadId>{0, 1, 1, 1}));
  EXPECT_EQ(d.program->threads[3].name, "worker#3");
  std::set<ThreadId> started;
  for (const EdgeId e : d.program->out(d.program->threads[0].entry)) {
    started.insert(std::get<Fork>(d.program->edges[e].ops[0]).thread);
    EXPECT_EQ(edgesOf(d, e), std::vector<EdgeId>{0});
  }
  EXPECT_EQ(started, (std::set<ThreadId>{1, 2, 3}));
  const Edge& load = d.program->edges[d.program->out(d.program->threads[2].entry)[0]];
  EXPECT_EQ(d.program->reg(std::get<Load>(load.ops[0]).dst).thread, 2u);
}

TEST(ReplicateThread, NamesAndRecursion) {
  const auto p = parseText(R"model(
program LP64
thread main {
  entry A exit Z
  A: -> Z: fork w 1:8
}
thread w {
  repeatable
  reg %n:8
  params %n result %n
  entry A exit Z
  A: -> Z: fork w %n
}
thread "w#2" {
  entry A exit Z
  A: -> Z: skip
}
)model",
                           "m.ccfg");
  const Derived d = replicateThread(*p, 1, 2);
  EXPECT_EQ(d.program->threads[3].name, "w#3");
  EXPECT_TRUE(d.program->threads[3].repeatable);
  EXPECT_EQ(d.program->reg(d.program->threads[3].result).thread, 3u);
  EXPECT_EQ(d.program->out(d.program->threads[1].entry).size(), 2u);
  EXPECT_EQ(d.program->out(d.program->threads[3].entry).size(), 2u);
  EXPECT_EQ(d.program->edges.size(), 2u + 2u + 2u + 1u);
}

TEST(ReplicateThread, OneCopysFactHolds) {
  const auto p = parseText(lostUpdate, "m.ccfg");
  const Derived d = replicateThread(*p, 1, 2);
  const Program& c = *d.program;
  const auto at = [&](ThreadId t) { return c.edges[c.out(c.threads[t].entry)[0]].to; };
  const auto is = [&](ThreadId t, uint64_t value) {
    const RegId r = std::get<Load>(c.edges[c.out(c.threads[t].entry)[0]].ops[0]).dst;
    return c.terms->eq(c.regTerm(r), c.terms->constant(value, 32));
  };
  const auto facts = lift(d, *p, {{at(1), is(1, 0)}, {at(2), is(2, 1)}});
  ASSERT_EQ(facts.size(), 1u);
  EXPECT_EQ(facts[0].location, d.locations[at(1)]);
  EXPECT_EQ(logic::symbolsOf(facts[0].term).size(), 1u);
  EXPECT_EQ(facts[0].term.op(), logic::Op::Or);
  EXPECT_TRUE(lift(d, *p, {{at(1), is(1, 0)}}).empty()); // of the other copy nothing is known
}

// ---- atomic sections

const char* const sections = R"model(
program LP64
object x global 4
thread main {
  reg %a:32
  entry A exit Z
  A: e0 -> B: %a := load.4 &x
  B: e1 -> C: store.4 &x 1:32
  C: e2 -> D: atomic-begin
  D: atomic
     e3 -> E: store.4 &x 2:32; atomic-end
  E: e4 -> F: store.4 &x 3:32
     e5 -> X: halt abort
  F: e6 -> Z: skip
  X:
}
)model";

LocId startOf(const Program& p, EdgeId e) { return p.edges[e].from; }

TEST(MakeAtomic, MarksTheWayInAndOut) {
  const auto p = parseText(sections, "m.ccfg");
  const Derived d = makeAtomic(*p, {startOf(*p, 1)});
  EXPECT_TRUE(d.restricted);
  EXPECT_TRUE(d.program->locations[startOf(*p, 1)].atomic);
  const OperationPrinter print(*d.program);
  EXPECT_EQ(print.action(d.program->edges[0]), "atomic-begin; %a := load.4 &x");
  EXPECT_EQ(print.action(d.program->edges[1]), "store.4 &x 1:32; atomic-end");
  EXPECT_EQ(d.edges[0][0].begin, 1u);
  EXPECT_EQ(d.edges[0][0].end, 2u);
  EXPECT_EQ(d.edges[1][0].end, 1u);
  EXPECT_EQ(print.action(d.program->edges[2]), "atomic-begin");
}

TEST(MakeAtomic, BesideOtherSections) {
  const auto p = parseText(sections, "m.ccfg");
  const Derived d = makeAtomic(*p, {startOf(*p, 2), startOf(*p, 3), startOf(*p, 4)});
  const OperationPrinter print(*d.program);
  EXPECT_EQ(print.action(d.program->edges[1]), "atomic-begin; store.4 &x 1:32");
  EXPECT_EQ(print.action(d.program->edges[2]), "atomic-end; atomic-begin");
  EXPECT_EQ(print.action(d.program->edges[3]), "store.4 &x 2:32; atomic-end; atomic-begin");
  EXPECT_EQ(print.action(d.program->edges[4]), "store.4 &x 3:32; atomic-end");
  EXPECT_EQ(print.action(d.program->edges[5]), "halt abort");
}

TEST(MakeAtomic, NotWhereThreadsBeginOrEnd) {
  const auto p = parseText(sections, "m.ccfg");
  EXPECT_THROW(makeAtomic(*p, {p->threads[0].entry}), InternalError);
  EXPECT_THROW(makeAtomic(*p, {p->threads[0].exit}), InternalError);
}

TEST(MakeAtomic, ProvesNothing) {
  const auto p = parseText(sections, "m.ccfg");
  const Derived d = makeAtomic(*p, {startOf(*p, 1)});
  EXPECT_THROW(lift(d, *p, {{startOf(*p, 1), d.program->terms->falseTerm()}}), InternalError);
  EXPECT_THROW(lift(d, scheduleOf({}, {Property::Deadlock, "", 0, none, 0, none})), InternalError);
  Schedule weak = scheduleOf({}, {Property::Assert, "", 1, 0, 0, none});
  weak.memoryModel = MemoryModel::Tso;
  EXPECT_THROW(lift(d, weak), InternalError);
}

// ---- what transformations are built with

TEST(Copier, InsertsBetweenPieces) {
  const auto p = parseText(lines, "m.ccfg");
  Copier copier(*p);
  copier.copyAllButEdges();
  const EdgeId e = copier.addChain(0, {2, 3});
  copier.insert(e, 2, Fence{MemOrder::SeqCst});
  EXPECT_THROW(copier.insert(e, 1, Fence{MemOrder::SeqCst}), InternalError);
  EXPECT_THROW(copier.insert(e, 0, Nondet{1, 0, 1, ""}), InternalError);
  EXPECT_THROW(copier.addChain(0, {2, 3, 4, 5}), InternalError); // others see both
  EXPECT_THROW(copier.addChain(0, {3, 9}), InternalError);       // not behind it
}

TEST(Derived, OfADerivedProgram) {
  const auto p = parseText(lines, "m.ccfg");
  const Derived first = mergeEdges(*p);
  const Derived second = copyOf(*first.program);
  const Schedule s = scheduleOf({{1, 0, {5}}, {1, 1, {6, 7}}}, {Property::Deadlock, "", 0, none, 0, none});
  EXPECT_EQ(lift(first, lift(second, s)).steps, lift(first, s).steps);
  EXPECT_EQ(mergeEdges(*first.program).program->edges.size(), first.program->edges.size());
}

} // namespace
} // namespace heddle::ccfg
