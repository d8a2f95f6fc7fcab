// The text form: printing and parsing back, errors with their place, and that no text crashes the parser.
#include "ccfg/text.h"
#include "models.h"

#include "support/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace heddle::ccfg {
namespace {

TEST(TextTest, PrintedModelsParseToTheSameModel) {
  for (const std::string& model : sampleModels()) {
    const std::string printed = printText(*parseText(model, "m"));
    EXPECT_EQ(printText(*parseText(printed, "printed")), printed);
  }
}

TEST(TextTest, EverythingIsKept) {
  const auto p = parseText(everything, "m");
  EXPECT_EQ(p->dataModel, DataModel::ILP32);
  ASSERT_EQ(p->objects.size(), 7u);
  EXPECT_EQ(p->objects[2].name, "x");
  EXPECT_TRUE(p->objects[2].uninitialised);
  EXPECT_TRUE(p->objects[1].readOnly);
  EXPECT_EQ(p->objects[1].init[1].value, p->terms->add(p->addressOf(0), p->terms->constant(2, 32)));
  EXPECT_EQ(p->assumptions[0].text, "calls of \"f\" deeper than 3\nare cut off");
  EXPECT_TRUE(p->assumptions[0].missesBehaviours && p->assumptions[1].addsBehaviours);
  EXPECT_EQ(p->posString(p->assumptions[0].pos), "dir/a.c:3");
  EXPECT_EQ(p->stacks[2].function, "object");
  EXPECT_EQ(p->stacks[2].parent, 1u);
  EXPECT_EQ(p->posString(p->stacks[2].callSite), "my file.c:7");
  EXPECT_EQ(p->threads[1].name, "worker#2");
  EXPECT_TRUE(p->threads[1].repeatable);
  EXPECT_EQ(p->threads[1].params.size(), 2u);
  EXPECT_EQ(p->locations[2].label, "ERROR");
  ASSERT_EQ(p->statements.size(), 4u);
  EXPECT_EQ(p->statements[3].kind, StatementKind::Condition);
  EXPECT_EQ(p->files.name(p->statements[3].file), "my file.c");
  EXPECT_TRUE(p->statements[3].macro && !p->statements[2].macro);
  EXPECT_EQ(p->statements[2].function, "thread");
  EXPECT_EQ(p->statements[2].parent, 1u);
  EXPECT_EQ(p->statements[2].end - p->statements[2].begin, 18u);
  EXPECT_TRUE(p->locations[8].atomic);
}

TEST(TextTest, OperationsAreKept) {
  const auto p = parseText(everything, "m");
  const Edge& lock = p->edges[3];
  EXPECT_TRUE(lock.atomicGroup && lock.primitive && lock.library);
  EXPECT_EQ(std::get<Assume>(p->edges[2].ops[0]).statement, 3u);
  EXPECT_EQ(std::get<Set>(p->edges[2].ops[1]).assignments[0].statement, 2u);
  EXPECT_EQ(std::get<Set>(p->edges[2].ops[1]).assignments[1].statement, 0u);
  EXPECT_EQ(std::get<Nondet>(p->edges[4].ops[1]).statement, 2u);
  const auto& load = std::get<Load>(lock.ops[0]);
  EXPECT_EQ(load.order, MemOrder::Acquire);
  EXPECT_TRUE(load.isVolatile);
  EXPECT_EQ(lock.sync->kind, SyncKind::Acquire);
  EXPECT_EQ(std::get<Nondet>(p->edges[4].ops[0]).hi, 10u);
  EXPECT_EQ(std::get<Nondet>(p->edges[4].ops[1]).hi, UINT64_MAX);
  EXPECT_TRUE(std::get<Alloc>(p->edges[6].ops[1]).zeroed);
  EXPECT_FALSE(std::get<Free>(p->edges[6].ops[2]).heap);
  EXPECT_EQ(std::get<Assert>(p->edges[9].ops[1]).property, Property::Overflow);
  EXPECT_EQ(std::get<Halt>(p->edges[10].ops[0]).assumption, 0u);
  EXPECT_EQ(p->edges[1].text, "pthread_create(&t, \"x\")");
  EXPECT_TRUE(p->edges[13].sync->reentrant);
  EXPECT_EQ(std::get<Set>(p->edges[2].ops[1]).assignments.size(), 2u);
}

TEST(TextTest, NumbersOfLocationsAndEdgesAreKept) {
  const auto p = parseText(everything, "m");
  EXPECT_EQ(p->edges[2].from, 0u);
  EXPECT_EQ(p->edges[0].from, 0u);
  EXPECT_EQ(p->threads[0].exit, 1u);
  EXPECT_EQ(p->threads[1].entry, 12u);
  EXPECT_EQ(p->out(0), (std::vector<EdgeId>{0, 2}));
}

ThreadId addThread(Program& p, const char* name) {
  Thread t;
  t.name = t.function = name;
  return p.addThread(std::move(t));
}

void addStep(Program& p, LocId from, LocId to, Operation op) {
  Edge e;
  e.from = from;
  e.to = to;
  e.ops.push_back(std::move(op));
  p.addEdge(std::move(e));
}

// Registers, locations and edges of several threads may be made in any order; the text keeps a thread
// together.
TEST(TextTest, RoundTripDoesNotDependOnOrderOfBuilding) {
  Program p;
  const ThreadId a = addThread(p, "main"), b = addThread(p, "b");
  for (int i = 0; i < 6; ++i)
    for (ThreadId t : {b, a}) {
      const RegId r = p.addRegister(t, "r", 32), s = p.addRegister(t, "s", 32);
      const LocId middle = p.addLocation(t);
      Term product = p.terms->mul(p.regTerm(s), p.regTerm(r));
      addStep(p, middle, p.threads[t].exit,
              Set{{{r, p.terms->xorOf(product, p.regTerm(p.threads[t].self))}}});
      addStep(p, p.threads[t].entry, middle, Set{{{s, p.terms->add(p.regTerm(r), p.regTerm(s))}}});
    }
  verify(p);
  const std::string printed = printText(p);
  EXPECT_EQ(printText(*parseText(printed, "m")), printed);
}

TEST(TextTest, SharedAndDeepTermsAreKept) {
  Program p;
  const ThreadId t = addThread(p, "main");
  const RegId x = p.addRegister(t, "x", 32), y = p.addRegister(t, "y", 32);
  Term deep = p.regTerm(x), shared = p.regTerm(x);
  for (int i = 0; i < 20000; ++i) deep = p.terms->notOf(p.terms->mul(deep, p.regTerm(y)));
  for (int i = 0; i < 40; ++i) shared = p.terms->mul(shared, p.terms->add(shared, p.regTerm(y)));
  addStep(p, p.threads[t].entry, p.threads[t].exit, Set{{{x, deep}, {y, shared}}});
  const std::string printed = printText(p);
  EXPECT_LT(printed.size(), 1000000u);
  EXPECT_EQ(printText(*parseText(printed, "m")), printed);
}

TEST(TextTest, ObjectsOfOneNameAreToldApart) {
  Program p;
  const ThreadId t = addThread(p, "main");
  for (const char* name : {"x", "x", "x#1", "", "x#1"}) {
    Object o;
    o.name = name;
    o.size = 4;
    const ObjectId id = p.addObject(std::move(o));
    addStep(p, p.threads[t].entry, p.threads[t].exit, Store{p.addressOf(id), p.terms->constant(id, 32), 4});
  }
  const std::string printed = printText(p);
  const auto parsed = parseText(printed, "m");
  EXPECT_EQ(printText(*parsed), printed);
  for (ObjectId o = 0; o < p.objects.size(); ++o) {
    EXPECT_EQ(parsed->objects[o].name, p.objects[o].name);
    EXPECT_EQ(std::get<Store>(parsed->edges[o].ops[0]).addr, parsed->addressOf(o));
  }
}

struct BadText {
  const char* text;
  const char* error; // begins with
};

class TextErrorTest : public testing::TestWithParam<BadText> {};

TEST_P(TextErrorTest, NamesThePlace) {
  try {
    parseText(GetParam().text, "m.ccfg");
    FAIL() << "parsed: " << GetParam().text;
  } catch (const InputError& e) {
    EXPECT_TRUE(std::string(e.what()).starts_with(GetParam().error)) << e.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Errors, TextErrorTest,
    testing::Values(
        BadText{"", "m.ccfg:1:1: `program` is expected (at the end"},
        BadText{"program LP65", "m.ccfg:1:9: unknown data model `LP65`"},
        BadText{"program LP64", "m.ccfg:1:13: a program has at least one thread"},
        BadText{"program LP64\n  frob x", "m.ccfg:2:3: an object, a thread"},
        BadText{"program LP64\nobject x global", "m.ccfg:2:16: a size is expected"},
        BadText{"program LP64\nobject x global 4\nobject x global 4",
                "m.ccfg:3:8: object x is declared twice"},
        BadText{"program LP64\nobject x blob 4", "m.ccfg:2:10: unknown kind of object `blob`"},
        BadText{"program LP64\nobject x global 4x", "m.ccfg:2:17: a size is expected, not `4x`"},
        BadText{"program LP64\nobject x global 99999999999999999999", "m.ccfg:2:17: a size is expected"},
        BadText{"program LP64\nobject \"x", "m.ccfg:2:10: string without end"},
        BadText{"program LP64\n$ ! $", "m.ccfg:2:3: unexpected character \"!\""},
        BadText{"program LP64 thread t { }", "m.ccfg:1:21: thread t has no entry or no exit"},
        BadText{"program LP64 thread t { entry A exit B", "m.ccfg:1:39: a location, an edge"},
        BadText{"program LP64 thread t { reg %a:32 %a:8 }", "m.ccfg:1:36: register %a is declared twice"},
        BadText{"program LP64 thread t { reg %self:32 }", "m.ccfg:1:30: register %self is declared twice"},
        BadText{"program LP64 thread t { reg %a:0 }", "m.ccfg:1:32: a width is between 1 and 64"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: frob }",
                "m.ccfg:1:49: unknown operation `frob`"},
        BadText{"program LP64 thread t { entry A exit B A: A: }",
                "m.ccfg:1:43: location A is declared twice"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: assume %x }", "m.ccfg:1:57: no register %x"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: free &x }", "m.ccfg:1:55: no object x"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: fork u }", "m.ccfg:1:54: no thread u"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: assume 2:1 }",
                "m.ccfg:1:56: 2 does not fit into 1"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: assume (add 1:1) }",
                "m.ccfg:1:57: operands of `add`"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: assume (frob 1:1) }",
                "m.ccfg:1:57: unknown operator"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: assume ?x }",
                "m.ccfg:1:56: a term is expected"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: assume (not ?x) }",
                "m.ccfg:1:62: ?x is not bound"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: assume (?x 1:1) }",
                "m.ccfg:1:57: a name is bound"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: store.9 0:64 0:8 }",
                "m.ccfg:1:49: an access has 1 to 8"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: store.1.odd 0:64 0:8 }",
                "m.ccfg:1:49: unknown memory order"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: skip stack 3 }", "m.ccfg:1:54: no frame 3"},
        BadText{"program LP64 statement 2 if f a.c 1 2",
                "m.ccfg:1:24: statements are numbered 1, 2, ... in order"},
        BadText{"program LP64 statement 1 unless f a.c 1 2",
                "m.ccfg:1:26: unknown kind of statement `unless`"},
        BadText{"program LP64 thread t { reg %r:8 entry A exit B A: -> B: %r := 1:8; %r := 2:8 stmt 0,0,0 }",
                "m.ccfg:1:79: 2 statements are expected"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: halt cutoff 0 }",
                "m.ccfg:1:61: no assumption 0"},
        BadText{"program LP64 thread t { entry A exit B A: e0 -> B: skip -> B: skip }",
                "m.ccfg:1:43: either all edges"},
        BadText{"program LP64 thread t { entry A exit B A: e1 -> B: skip }",
                "m.ccfg:1:43: there are 1 edges"},
        BadText{"program LP64 thread t { entry A exit B A: -> B: assume 0:2 }",
                "m.ccfg: model: edge e0 (L0 -> L1, ?): a condition"}));

// Text that was changed at random is read or refused, and what is read is a model.
TEST(TextFuzzTest, ChangedTextNeverCrashes) {
  std::mt19937 random(1);
  std::vector<std::string> corpus = sampleModels();
  for (const std::string& model : sampleModels()) corpus.push_back(printText(*parseText(model, "m")));
  const std::string_view alphabet = "(){}:;,%&?@.\"\\#-> \n0123456789abcLe";
  int parsed = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = corpus[random() % corpus.size()];
    for (unsigned edits = 1 + random() % 4; edits > 0 && !text.empty(); --edits) {
      const size_t at = random() % text.size(), length = std::min<size_t>(random() % 12, text.size() - at);
      switch (random() % 4) {
      case 0:
        text[at] = alphabet[random() % alphabet.size()];
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(random() % text.size(), length));
        break;
      default:
        text.resize(at);
        break;
      }
    }
    try {
      const std::string printed = printText(*parseText(text, "fuzz"));
      ASSERT_EQ(printText(*parseText(printed, "fuzz")), printed) << text;
      ++parsed;
    } catch (const InputError&) {
    }
  }
  EXPECT_GT(parsed, 300);
}

} // namespace
} // namespace heddle::ccfg
