// The modular engine on small models: which combinations are feasible, which configuration proves what, and
// what must not be proved.
#include "../../repeatable.h"

#include "engines/modular/modular.h"

#include "ccfg/text.h"
#include "engines/modular/loadorder.h"

#include <gtest/gtest.h>

namespace heddle::modular {
namespace {

std::unique_ptr<ccfg::Program> model(const std::string& text) {
  auto p = ccfg::parseText("program LP64\n" + text, "model");
  ccfg::markRepeatable(*p);
  return p;
}

engine::Result ask(const ccfg::Program& p, Sensitivity sensitivity) {
  ccfg::PropertySet asked;
  asked.add(ccfg::Property::Assert);
  ModularOptions options;
  options.sensitivity = sensitivity;
  engine::Result r = makeModular(options)->ask(p, {asked});
  engine::applyAssumptions(r, false);
  return r;
}

bool proves(const ccfg::Program& p, Sensitivity sensitivity) {
  return ask(p, sensitivity).verdict == engine::Verdict::True;
}

// Figure 2; `check` is what the second thread does with %b and %t.
std::string figure2(const std::string& check) {
  return R"(
object flag global 4
object x global 4
thread main {
  reg %a:32 %b:32
  entry L0 exit L1
  L0:
    e0 -> L2: %a := fork one
  L2:
    e1 -> L1: %b := fork two
  L1:
}
thread one {
  entry L3 exit L4
  L3:
    e2 -> L5: store.4 &x 4:32
  L5:
    e3 -> L6: store.4 &x 5:32
  L6:
    e4 -> L4: store.4 &flag 1:32
  L4:
}
thread two {
  reg %b:32 %t:32
  entry L7 exit L8
  L7:
    e5 -> L9: %b := load.4 &flag
  L9:
    e6 -> L10: %t := load.4 &x
  L10:
    e7 -> L8: assert )" +
         check + R"( "x is set before flag"
  L8:
}
)";
}

TEST(Modular, TwoOfTheSixCombinationsOfFigure2AreInfeasible) {
  const auto p = model(figure2("1:1"));
  const ccfg::analysis::Facts known(*p);
  const Facts facts(known);
  Order order(facts);
  ASSERT_EQ(facts.sites.loads().size(), 2u);
  const LoadId flag = 0, x = 1;
  const SourceId x4 = 1, x5 = 2, flag1 = 3; // after the initial content, in order
  for (SourceId fromX : {initialContent, x4, x5}) {
    EXPECT_TRUE(order.isFeasible({{flag, {initialContent}}, {x, {fromX}}}, x)) << fromX;
    EXPECT_EQ(order.isFeasible({{flag, {flag1}}, {x, {fromX}}}, x), fromX == x5) << fromX;
  }
  // A set of sources is feasible if one of them may be.
  EXPECT_TRUE(order.isFeasible({{flag, {flag1}}, {x, {x4, x5}}}, x));
}

TEST(Modular, Figure2NeedsFeasibility) {
  const auto p = model(figure2("(or (eq %b 0:32) (eq %t 5:32))"));
  EXPECT_FALSE(proves(*p, Sensitivity::Insensitive));
  EXPECT_FALSE(proves(*p, Sensitivity::Combos));
  EXPECT_TRUE(proves(*p, Sensitivity::Feasible));
  EXPECT_TRUE(proves(*p, Sensitivity::Optimized));
}

TEST(Modular, WhatDoesNotHoldIsNotProved) {
  for (const char* check : {"(eq %b 0:32)", "(not (eq %t 4:32))", "(or (eq %b 1:32) (eq %t 0:32))"}) {
    const auto p = model(figure2(check));
    for (Sensitivity s :
         {Sensitivity::Insensitive, Sensitivity::Combos, Sensitivity::Feasible, Sensitivity::Optimized})
      EXPECT_FALSE(proves(*p, s)) << check << " by " << sensitivityName(s);
  }
}

TEST(Modular, StatisticsListTheCombinations) {
  const engine::Result r = ask(*model(figure2("1:1")), Sensitivity::Feasible);
  size_t listed = 0, feasible = 0;
  for (const auto& [name, value] : r.statistics.entries())
    if (name.starts_with("modular.combination.two.")) ++listed, feasible += value == 1;
  // The positions are unknown here, so combinations that differ in them only share a name.
  EXPECT_GE(listed, 4u);
  EXPECT_LT(feasible, listed);
}

// A thread that is started again and again interferes with itself: x is not 0 or 1 for long.
std::string repeated(const std::string& check) {
  return R"(
object x global 4
thread main {
  reg %a:32
  entry L0 exit L1
  L0:
    e0 -> L0: %a := fork adder
  L1:
}
thread adder {
  reg %t:32
  entry L2 exit L3
  L2:
    e1 -> L4: %t := load.4 &x
  L4:
    e2 -> L5: assert )" +
         check + R"( "x"
  L5:
    e3 -> L3: store.4 &x (and (add %t 2:32) 6:32)
  L3:
}
)";
}

TEST(Modular, InstancesOfOneThreadInterfere) {
  for (Sensitivity s :
       {Sensitivity::Insensitive, Sensitivity::Combos, Sensitivity::Feasible, Sensitivity::Optimized}) {
    EXPECT_FALSE(proves(*model(repeated("(eq %t 0:32)")), s)) << sensitivityName(s);
    EXPECT_TRUE(proves(*model(repeated("(ule %t 6:32)")), s)) << sensitivityName(s);
  }
}

TEST(Combination, MeetsAndJoins) {
  const Combination a = {{1, {0, 2}}, {3, {1}}}, b = {{1, {2, 4}}, {5, {0}}};
  EXPECT_EQ(*both(a, b), (Combination{{1, {2}}, {3, {1}}, {5, {0}}}));
  EXPECT_EQ(common(a, b), (Combination{{1, {0, 2, 4}}}));
  EXPECT_FALSE(both({{1, {0}}}, {{1, {2}}}));
  EXPECT_TRUE(implies(a, {{1, {0, 2, 4}}}));
  EXPECT_FALSE(implies({{1, {0, 2, 4}}}, a));
}

// Two workers, each of which sets x to 0 and then to 1 while it has the lock that m is.
std::string guarded(const std::string& acquire, const std::string& mainDoes = "skip") {
  std::string text = R"(
object m global 4
object x global 4
thread main {
  reg %a:32 %b:32
  entry L0 exit L1
  L0:
    -> L2: %a := fork one
  L2:
    -> L3: %b := fork two
  L3:
    -> L1: )" + mainDoes +
                     "\n  L1:\n}\n";
  for (const std::string name : {"one", "two"})
    text += "thread " + name + " {\n  reg %t:32 %x:32\n  entry " + name + "0 exit " + name + "6\n  " + name +
            "0:\n    -> " + name + "1: atomic " + acquire + "\n  " + name + "1:\n    -> " + name +
            "2: store.4 &x 0:32\n  " + name + "2:\n    -> " + name + "3: store.4 &x 1:32\n  " + name +
            "3:\n    -> " + name + "4: %x := load.4 &x\n  " + name + "4:\n    -> " + name +
            "5: assert (eq %x 1:32) \"x\"\n  " + name + "5:\n    -> " + name + "6: store.4 &m 0:32\n  " +
            name + "6:\n}\n";
  return text;
}

TEST(Modular, AWordIsALockIfOnlyItsOwnerFreesIt) {
  const std::string acquire = "%t := load.4 &m; assume (eq %t 0:32); store.4 &m 1:32";
  EXPECT_TRUE(proves(*model(guarded(acquire)), Sensitivity::Optimized));
  EXPECT_TRUE(proves(*model(guarded(acquire)), Sensitivity::Feasible));
  EXPECT_TRUE(proves(*model(guarded(acquire, "store.4 &m 2:32")), Sensitivity::Optimized)); // busy for ever
  const std::pair<std::string, std::string> broken[] = {
      {"%t := load.4 &m; store.4 &m 1:32", "skip"},                                 // whatever it was
      {"%t := load.4 &m; assume (eq %t 1:32); store.4 &m 1:32", "store.4 &m 1:32"}, // if it is busy
      {acquire, "store.4 &m 0:32"},                                                 // anybody frees it
  };
  for (const auto& [step, mainDoes] : broken)
    for (Sensitivity s : {Sensitivity::Feasible, Sensitivity::Optimized})
      EXPECT_FALSE(proves(*model(guarded(step, mainDoes)), s)) << step << ", " << mainDoes;
}

// What is added under a lock by two threads is there when both have ended: neither comes in between.
TEST(Modular, SectionsOfALockAreOneAfterTheOther) {
  const auto text = [](const std::string& acquire, const std::string& check) {
    std::string result = R"(
object m global 4
object x global 4
thread main {
  reg %a:32 %b:32 %x:32
  entry L0 exit L1
  L0:
    -> L2: %a := fork one
  L2:
    -> L3: %b := fork two
  L3:
    -> L4: join %a
  L4:
    -> L5: join %b
  L5:
    -> L6: %x := load.4 &x
  L6:
    -> L1: assert )" + check +
                         " \"x\"\n  L1:\n}\n";
    for (const std::string name : {"one", "two"})
      result += "thread " + name + " {\n  reg %t:32 %x:32\n  entry " + name + "0 exit " + name + "4\n  " +
                name + "0:\n    -> " + name + "1: atomic " + acquire + "\n  " + name + "1:\n    -> " + name +
                "2: %x := load.4 &x\n  " + name + "2:\n    -> " + name + "3: store.4 &x (add %x 5:32)\n  " +
                name + "3:\n    -> " + name + "4: store.4 &m 0:32\n  " + name + "4:\n}\n";
    return result;
  };
  const std::string acquire = "%t := load.4 &m; assume (eq %t 0:32); store.4 &m 1:32";
  EXPECT_TRUE(proves(*model(text(acquire, "(eq %x 10:32)")), Sensitivity::Optimized));
  EXPECT_FALSE(proves(*model(text("skip", "(eq %x 10:32)")), Sensitivity::Optimized));
  EXPECT_FALSE(proves(*model(text(acquire, "(eq %x 5:32)")), Sensitivity::Optimized));
}

// What is proved beside something that is not rests on the same assumptions as a proof of everything.
TEST(Modular, WhatIsProvedBesideSomethingElseKeepsItsAssumptions) {
  const auto p = model(R"(
object x global 4
object p global 8
thread main {
  reg %a:32 %q:64
  entry L0 exit L1
  L0:
    e0 -> L2: %a := fork other
  L2:
    e1 -> L3: store.4 &x 1:32
  L3:
    e2 -> L4: %q := nondet 1 100000
  L4:
    e3 -> L1: store.4 %q 7:32
  L1:
}
thread other {
  entry L5 exit L6
  L5:
    e4 -> L6: store.4 &x 2:32
  L6:
}
)");
  ccfg::PropertySet asked;
  asked.add(ccfg::Property::Assert);
  asked.add(ccfg::Property::Race); // of x
  engine::Result r = makeModular({})->ask(*p, {asked});
  EXPECT_TRUE(r.proved.has(ccfg::Property::Assert));
  EXPECT_FALSE(r.proved.has(ccfg::Property::Race));
  EXPECT_FALSE(r.assumptions.empty()); // the store through q is valid
  engine::applyAssumptions(r, false);
  EXPECT_TRUE(r.proved.empty());
}

} // namespace
} // namespace heddle::modular
