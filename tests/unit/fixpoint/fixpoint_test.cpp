// Iteration on small graphs in the domain of numbers: order of visits, widening with thresholds, and that it
// ends.
#include "fixpoint/ascent.h"
#include "fixpoint/thresholds.h"

#include <gtest/gtest.h>

namespace heddle::fixpoint {
namespace {

using domains::Number;
using logic::Op;

Number plusOne(const Number& n) {
  const Number operands[] = {n, Number::constant(1, 32)};
  return domains::apply(Op::Add, 32, 0, operands, 2);
}

// i = 0; while (i < limit) i++;  node 0 is the head, node 1 the body. What is known at the head.
Number counterAtHead(uint32_t limit, const domains::Thresholds& thresholds, int& visits) {
  Ascent ascent({0, 1}, {true, false});
  Number at[2] = {Number::constant(0, 32), Number::bottom(32)};
  ascent.enqueue(0);
  while (const auto node = ascent.next()) {
    ++visits;
    const Node to = 1 - *node;
    const Number step = *node == 0 ? meet(at[0], Number::ofSigned(0, limit - 1, 32)) : plusOne(at[1]);
    const Growth growth = ascent.arrive(to);
    if (leq(step, at[to])) continue;
    at[to] = growth == Growth::Join    ? join(at[to], step)
             : growth == Growth::Widen ? widen(at[to], step, thresholds)
                                       : Number::top(32);
    ascent.enqueue(to);
  }
  return at[0];
}

TEST(Ascent, WideningStopsAtTheConstantsOfTheProgram) {
  logic::TermManager terms;
  ThresholdCollector collector;
  const logic::Term i = terms.var(terms.newSymbol("i", 32));
  collector.add(terms.slt(i, terms.constant(1000, 32)));
  int visits = 0;
  EXPECT_EQ(counterAtHead(1000, collector.thresholds(), visits), Number::ofSigned(0, 1000, 32));
  EXPECT_LT(visits, 20);
}

TEST(Ascent, SmallLoopsStayExactWithoutThresholds) {
  int visits = 0;
  EXPECT_EQ(counterAtHead(2, {}, visits), Number::ofSigned(0, 2, 32));
}

TEST(Ascent, EndsWhateverIsWidened) {
  int visits = 0;
  EXPECT_TRUE(leq(Number::ofSigned(0, 1000, 32), counterAtHead(1000, {}, visits)));
  EXPECT_LT(visits, 200);
}

TEST(Ascent, VisitsInnerCyclesFirst) {
  Ascent ascent({0, 1, 2, 3}, {true, true, false, false});
  for (Node n : {3u, 0u, 2u, 1u}) ascent.enqueue(n);
  for (Node n : {0u, 1u, 2u, 3u}) EXPECT_EQ(ascent.next(), n);
  EXPECT_FALSE(ascent.next().has_value());
}

TEST(Ascent, GivesUpInTheEnd) {
  Ascent ascent({0, 1}, {true, false}, {.joins = 1, .widenings = 2});
  EXPECT_EQ(ascent.arrive(0), Growth::Join);
  EXPECT_EQ(ascent.arrive(0), Growth::Widen);
  EXPECT_EQ(ascent.arrive(0), Growth::Widen);
  EXPECT_EQ(ascent.arrive(0), Growth::GiveUp);
  EXPECT_EQ(ascent.arrive(1), Growth::Join);
}

TEST(Thresholds, TooManyAreNone) {
  logic::TermManager terms;
  ThresholdCollector collector;
  const logic::Term i = terms.var(terms.newSymbol("i", 32));
  for (uint64_t c = 10; c < 2000; c += 10) collector.add(terms.eq(i, terms.constant(c, 32)));
  EXPECT_EQ(collector.thresholds().size(), 3u);
}

} // namespace
} // namespace heddle::fixpoint
