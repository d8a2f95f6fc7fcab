// Building a program, and asking operations what they read and write.
#include "ccfg/program.h"
#include "ccfg/text.h"
#include "models.h"

#include <gtest/gtest.h>

#include <set>

namespace heddle::ccfg {
namespace {

TEST(ProgramTest, ThreadsComeWithEntryExitAndSelf) {
  Program p;
  const ThreadId t = p.addThread({});
  EXPECT_NE(p.threads[t].entry, p.threads[t].exit);
  EXPECT_EQ(p.regWidth(p.threads[t].self), 32u);
  EXPECT_EQ(p.threads[t].registers, std::vector<RegId>{p.threads[t].self});
}

TEST(ProgramTest, RegisterNamesAreMadeUniqueInAThread) {
  Program p;
  const ThreadId a = p.addThread({}), b = p.addThread({});
  p.addRegister(a, "x.1", 8);
  std::set<std::string> names;
  for (int i = 0; i < 5; ++i) names.insert(p.reg(p.addRegister(a, "x", 8)).name);
  names.insert(p.reg(p.addRegister(a, "", 8)).name);
  EXPECT_EQ(names.size(), 6u);
  EXPECT_FALSE(names.contains("x.1"));
  EXPECT_EQ(p.reg(p.addRegister(b, "x", 8)).name, "x");
}

TEST(ProgramTest, EqualAssumptionsAreOne) {
  Program p;
  Assumption a;
  a.kind = AssumptionKind::HavockedFunction;
  a.text = "f";
  EXPECT_EQ(p.addAssumption(a), p.addAssumption(a));
  a.text = "g";
  EXPECT_EQ(p.addAssumption(a), 1u);
  a.kind = AssumptionKind::Other;
  EXPECT_EQ(p.addAssumption(a), 2u);
}

TEST(ProgramTest, ReindexFollowsRemovedEdges) {
  const auto p = parseText(lostUpdate, "m");
  p->edges.erase(p->edges.begin());
  p->reindex();
  for (LocId l = 0; l < p->locations.size(); ++l) {
    for (EdgeId e : p->out(l)) EXPECT_EQ(p->edges[e].from, l);
    for (EdgeId e : p->in(l)) EXPECT_EQ(p->edges[e].to, l);
  }
  EXPECT_TRUE(p->out(p->threads[0].entry).empty());
}

TEST(ProgramTest, OperationsTellWhatTheyReadAndWrite) {
  const auto p = parseText(everything, "m");
  std::set<std::string> written;
  std::set<std::string> read;
  const OperationPrinter print(*p);
  for (const Edge& e : p->edges)
    for (const Operation& op : e.ops) {
      for (RegId r : writtenRegisters(op)) written.insert(print.reg(r));
      forEachTerm(op, [&](Term t) {
        for (RegId r : logic::symbolsOf(t)) read.insert(print.reg(r));
      });
    }
  EXPECT_EQ(written, (std::set<std::string>{"%r", "%p", "%b", "%h", "%\"a b\"", "%ret"}));
  EXPECT_EQ(read, (std::set<std::string>{"%r", "%p", "%b", "%h", "%self", "%arg"}));
}

TEST(PropertyTest, NamesGoBothWays) {
  for (Property p : allProperties) EXPECT_EQ(propertyFromName(propertyName(p)), p);
  EXPECT_FALSE(propertyFromName("nothing"));
  EXPECT_EQ(PropertySet::defaults().toString(), "assert,race,deadlock,lock-misuse,memory");
}

TEST(AssumptionTest, NamesGoBothWays) {
  for (unsigned i = 0; i <= static_cast<unsigned>(AssumptionKind::Other); ++i) {
    const auto kind = static_cast<AssumptionKind>(i);
    EXPECT_EQ(assumptionKindFromName(assumptionKindName(kind)), kind);
  }
  EXPECT_FALSE(assumptionKindFromName(""));
}

} // namespace
} // namespace heddle::ccfg
