// Each rule of a model, broken once: verify must say so, and say where.
#include "ccfg/text.h"
#include "models.h"

#include "support/error.h"

#include <gtest/gtest.h>

namespace heddle::ccfg {
namespace {

struct Breakage {
  const char* name;
  void (*breakIt)(Program&);
  const char* message;
};

template <typename Op>
Op& op(Program& p, EdgeId e, size_t index = 0) {
  return std::get<Op>(p.edges[e].ops[index]);
}
Term k(Program& p, unsigned width) { return p.terms->constant(0, width); }
RegId foreign(Program& p) { return p.threads[1].params[0]; } // a register of the second thread, width 8

const Breakage breakages[] = {
    {"NoThread", [](Program& p) { p.threads.clear(); }, "program: has no thread"},
    {"NotIndexed", [](Program& p) { p.locations.emplace_back(); },
     "program: the lists of edges are out of date"},
    {"FrameOrder", [](Program& p) { p.stacks[1].parent = 2; }, "the parent of a frame comes before it"},
    {"StatementOrder", [](Program& p) { p.statements[2].parent = 2; },
     "a statement comes after the one around it"},
    {"StatementExtent", [](Program& p) { p.statements[2].end = 42; }, "a statement has an extent in a file"},
    {"StatementFile", [](Program& p) { p.statements[2].file = 99; }, "a statement has an extent in a file"},
    {"StatementOfParts", [](Program& p) { op<Nondet>(p, 4, 1).statement = 1; }, "executes as one unit"},
    {"StatementUnknown", [](Program& p) { op<Set>(p, 2, 1).assignments[1].statement = 4; },
     "executes as one unit"},
    {"InitOutside", [](Program& p) { p.objects[0].init[0].offset = 1; },
     "object x: an initial value lies outside"},
    {"InitFarOutside", [](Program& p) { p.objects[0].init[0].offset = UINT64_MAX; }, "lies outside"},
    {"InitBytes", [](Program& p) { p.objects[0].init[0].bytes = 9; }, "has 1 to 8 bytes"},
    {"InitWide", [](Program& p) { p.objects[0].init[0].value = k(p, 64); }, "wider than its bytes"},
    {"InitOfHeap",
     [](Program& p) {
       p.objects[3].init = p.objects[0].init;
       p.objects[3].init[0].offset = 16; // more than can be hidden
     },
     "only a global has an initial value"},
    {"InitNotConstant", [](Program& p) { p.objects[0].init[0].value = p.regTerm(0); },
     "register of another thread"},
    {"InitOddAddress",
     [](Program& p) { p.objects[1].init[0].value = p.terms->mul(p.addressOf(0), p.terms->constant(3, 32)); },
     "a constant or an address plus a constant"},
    {"ThreadName", [](Program& p) { p.threads[1].name = "main"; },
     "thread main: another thread has the same name"},
    {"NoName", [](Program& p) { p.threads[1].name = ""; }, "a thread has a name"},
    {"ForeignEntry", [](Program& p) { p.threads[1].entry = 0; },
     "entry and exit are locations of the thread"},
    {"AtomicEntry", [](Program& p) { p.locations[0].atomic = true; },
     "entry and exit are outside of atomic sections"},
    {"ExitLeft", [](Program& p) { p.threads[0].exit = 2; }, "an edge leaves the exit"},
    {"ForeignRegister", [](Program& p) { p.threads[0].registers.push_back(foreign(p)); },
     "another thread is used"},
    {"RegisterTwice", [](Program& p) { p.threads[0].registers.push_back(p.threads[0].self); },
     "listed twice"},
    {"Self", [](Program& p) { p.threads[0].self = p.threads[0].registers[3]; },
     "`self` is a register of 32 bits"},
    {"Result", [](Program& p) { p.threads[0].result = foreign(p); },
     "the result is a register of the thread"},
    {"SelfAsParam", [](Program& p) { p.threads[1].params[0] = p.threads[1].self; },
     "a parameter is a register"},
    {"LocationThread", [](Program& p) { p.locations[5].thread = 7; },
     "location L5: a location belongs to a thread"},
    {"LocationStack", [](Program& p) { p.locations[5].stack = 7; }, "location L5: there is no such stack"},
    {"EdgeMoved", [](Program& p) { p.edges[3].from = 2; }, "the list of edges is out of date"},
    {"EdgeAdded", [](Program& p) { p.edges.push_back(p.edges[3]); },
     "edge e15 (L3 -> L4, ?): the list of edges"},
    {"AcrossThreads",
     [](Program& p) {
       p.edges[3].to = p.threads[1].exit;
       p.reindex();
     },
     "an edge stays in its thread"},
    {"EdgeStack", [](Program& p) { p.edges[3].stack = 9; }, "edge e3 (L3 -> L4, ?): there is no such stack"},
    {"DeadEnd",
     [](Program& p) {
       p.edges[4].ops = p.edges[11].ops;
       p.addEdge({.from = 3, .to = 11, .ops = {}, .sync = {}, .text = {}, .pos = {}});
     },
     "location L11: no edge leaves, and it is no exit"},
    {"HaltNotLast", [](Program& p) { p.edges[11].ops.push_back(Fence{MemOrder::SeqCst}); },
     "nothing follows a halt"},
    {"TwoAccesses", [](Program& p) { p.edges[3].atomicGroup = false; },
     "outside of an atomic group makes one access"},
    {"NestedAtomic", [](Program& p) { op<Mark>(p, 8).kind = MarkKind::AtomicBegin; },
     "begins inside another"},
    {"AtomicEndsTwice", [](Program& p) { op<Mark>(p, 7).kind = MarkKind::AtomicEnd; },
     "no atomic section ends here"},
    {"SyncWidth", [](Program& p) { p.edges[3].sync->object = k(p, 8); }, "width of pointers"},
    {"SyncMissing", [](Program& p) { p.edges[3].sync->object = {}; }, "a term is missing"},
    {"SyncSecond", [](Program& p) { p.edges[12].sync->object2 = {}; }, "just a wait has a second object"},
    {"AssumeWidth", [](Program& p) { op<Assume>(p, 0).cond = k(p, 8); }, "a condition has width 1"},
    {"AssertMissing", [](Program& p) { op<Assert>(p, 9, 1).cond = {}; }, "a term is missing"},
    {"SetWidth", [](Program& p) { op<Set>(p, 2, 1).assignments[0].value = k(p, 8); },
     "the width of its register"},
    {"SetTwice",
     [](Program& p) { op<Set>(p, 2, 1).assignments[1].reg = op<Set>(p, 2, 1).assignments[0].reg; },
     "assigned twice in parallel"},
    {"SetNothing", [](Program& p) { op<Set>(p, 2, 1).assignments.clear(); }, "an assignment of nothing"},
    {"SetSelf", [](Program& p) { op<Set>(p, 2, 1).assignments[0].reg = p.threads[0].self; }, "own number"},
    {"SetForeign", [](Program& p) { op<Set>(p, 2, 1).assignments[0].reg = foreign(p); },
     "register of another thread"},
    {"SetNoRegister", [](Program& p) { op<Set>(p, 2, 1).assignments[0].reg = none; },
     "there is no such register"},
    {"ReadForeign", [](Program& p) { op<Assume>(p, 0).cond = p.terms->eq(p.regTerm(foreign(p)), k(p, 8)); },
     "register of another thread"},
    {"NoObject", [](Program& p) { op<Load>(p, 3).addr = p.addressOf(99); }, "there is no such object"},
    {"SiteAddress", [](Program& p) { op<Load>(p, 3).addr = p.addressOf(3); },
     "an allocation site has no address"},
    {"AddressWidth", [](Program& p) { op<Load>(p, 3).addr = p.terms->address(0, 64); }, "width of pointers"},
    {"LoadBytes", [](Program& p) { op<Load>(p, 3).bytes = 0; }, "an access has 1 to 8 bytes"},
    {"LoadWidth", [](Program& p) { op<Load>(p, 3).bytes = 2; }, "wider than the bytes"},
    {"StoreBytes", [](Program& p) { op<Store>(p, 3, 2).bytes = 9; }, "an access has 1 to 8 bytes"},
    {"StoreWidth", [](Program& p) { op<Store>(p, 3, 2).value = k(p, 64); }, "wider than the bytes"},
    {"StorePointer", [](Program& p) { op<Store>(p, 3, 2).addr = k(p, 64); }, "width of pointers"},
    {"NondetEmpty", [](Program& p) { op<Nondet>(p, 4).lo = 11; }, "at least one value"},
    {"NondetRange", [](Program& p) { op<Nondet>(p, 4) = {op<Nondet>(p, 4).dst, 256, 300, ""}; },
     "at least one value"},
    {"AllocGlobal", [](Program& p) { op<Alloc>(p, 5).site = 0; },
     "only locals and heap objects are allocated"},
    {"AllocNoSite", [](Program& p) { op<Alloc>(p, 5).site = 99; }, "there is no such object"},
    {"AllocSize", [](Program& p) { op<Alloc>(p, 5).size = k(p, 64); }, "width of pointers"},
    {"AllocTarget", [](Program& p) { op<Alloc>(p, 5).dst = op<Nondet>(p, 4).dst; }, "width of pointers"},
    {"FreeWidth", [](Program& p) { op<Free>(p, 6).addr = k(p, 64); }, "width of pointers"},
    {"ForkMain", [](Program& p) { op<Fork>(p, 1).thread = 0; }, "there is no such thread to start"},
    {"ForkNoThread", [](Program& p) { op<Fork>(p, 1).thread = 2; }, "there is no such thread to start"},
    {"ForkFewArguments", [](Program& p) { op<Fork>(p, 1).args.pop_back(); }, "as many arguments"},
    {"ForkArgumentWidth", [](Program& p) { op<Fork>(p, 1).args[0] = k(p, 32); },
     "the width of its parameter"},
    {"ForkHandle", [](Program& p) { op<Fork>(p, 1).handle = op<Nondet>(p, 4).dst; }, "at least 32 bits"},
    {"JoinResult", [](Program& p) { op<Join>(p, 12).result = foreign(p); }, "register of another thread"},
    {"HaltAssumption", [](Program& p) { op<Halt>(p, 10).assumption = 5; }, "there is no such assumption"},
    {"CutoffWithoutReason", [](Program& p) { op<Halt>(p, 10).assumption = none; }, "what cuts off says why"},
};

class VerifyTest : public testing::TestWithParam<Breakage> {};

TEST_P(VerifyTest, RejectsBrokenModel) {
  const auto p = parseText(everything, "m");
  ASSERT_NO_THROW(verify(*p));
  GetParam().breakIt(*p);
  try {
    verify(*p);
    FAIL() << "accepted";
  } catch (const InternalError& e) {
    EXPECT_NE(std::string(e.what()).find(GetParam().message), std::string::npos) << e.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, VerifyTest, testing::ValuesIn(breakages),
                         [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace heddle::ccfg
