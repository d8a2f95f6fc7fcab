// Edges as guarded assignments: weakest preconditions agree with execution.
#include "symbolic/lowering.h"

#include "ccfg/analysis/facts.h"
#include "ccfg/text.h"
#include "interp/code.h"
#include "logic/eval.h"

#include <gtest/gtest.h>

#include <random>

namespace heddle::symbolic {
namespace {

const char* const model = R"(
program LP64
object x global 4
object array global 16
thread main {
  reg %i:64 %a:32 %b:32
  entry L0 exit L4
  L0: -> L1: %i := nondet 0 3
  L1: -> L2: %a := load.4 (add &array (mul %i 4:64))
  L2: -> L3: assume (ult %a 100:32); %b := (add %a %b); %a := %b
  L3: -> L4: store.4 (add &array (mul %i 4:64)) (add %a %b)
}
)";

struct Lowered {
  Lowered()
      : program(ccfg::parseText(model, "model")), facts(*program), code(facts),
        storage(*program, facts.pointsTo()), symbols(*program, code.layout()),
        context{*program,
                facts.pointsTo(),
                facts.liveness(),
                storage,
                symbols,
                ccfg::PropertySet::defaults(),
                2,
                std::vector<bool>(program->edges.size())} {}

  Action action(ccfg::EdgeId e) {
    const ccfg::Edge& edge = program->edges[e];
    return Lowering(context, {{edge.from, {}}}, 0, {{e}, edge.to, false, false}).run();
  }

  std::unique_ptr<ccfg::Program> program;
  ccfg::analysis::Facts facts;
  interp::Code code;
  Storage storage;
  Symbols symbols;
  LowerContext context;
};

using State = std::map<uint64_t, uint64_t>; // by symbol

uint64_t valueIn(const State& s, Term t) {
  return logic::evaluate(t, [&](Term leaf) { return s.at(leaf.value()); });
}

} // namespace

TEST(GuardedAssignment, WhatHoldsAfterIsToldBefore) {
  Lowered l;
  logic::TermManager& terms = l.symbols.terms();
  std::mt19937_64 random(1);
  size_t changed = 0;
  for (ccfg::EdgeId e = 0; e < l.program->edges.size(); ++e) {
    const Action a = l.action(e);
    EXPECT_TRUE(a.possible);
    for (int round = 0; round < 50; ++round) {
      State before;
      for (logic::SymbolId s = 0; s < terms.symbolCount(); ++s)
        before[s] = random() % 8 & logic::maskOf(terms.symbolWidth(s));
      State after = before;
      for (const auto& [symbol, value] : a.assign) after[symbol] = valueIn(before, value);
      for (logic::SymbolId s = 0; s < terms.symbolCount(); ++s)
        for (logic::SymbolId u = 0; u < terms.symbolCount(); ++u) {
          if (terms.symbolWidth(s) != terms.symbolWidth(u)) continue;
          const Term t = terms.ult(terms.var(s), terms.add(terms.var(u), terms.var(u)));
          EXPECT_EQ(valueIn(before, a.before(terms, t)), valueIn(after, t)) << "edge " << e;
          changed += valueIn(before, t) != valueIn(after, t);
        }
    }
  }
  EXPECT_GT(changed, 0u);
}

TEST(GuardedAssignment, EachStepHasInputsOfItsOwn) {
  Lowered l;
  const Action a = l.action(0);
  ASSERT_EQ(a.inputs.size(), 1u);
  const Action b = withOwnInputs(a, l.symbols);
  ASSERT_EQ(b.inputs.size(), 1u);
  EXPECT_NE(a.inputs[0], b.inputs[0]);
  EXPECT_TRUE(l.symbols.isInput(b.inputs[0]));
  ASSERT_EQ(b.assign.size(), 1u);
  EXPECT_EQ(b.assign[0].second, l.symbols.terms().var(b.inputs[0]));
  EXPECT_FALSE(b.guard.empty());
  for (Term t : b.guard)
    for (logic::SymbolId s : logic::symbolsOf(t)) EXPECT_NE(s, a.inputs[0]);
}

} // namespace heddle::symbolic
