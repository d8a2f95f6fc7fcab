// The lattice of environments, entry by entry.
#include "model.h"

#include <random>

#include <gtest/gtest.h>

namespace heddle::abstract {
namespace {

Environment randomEnvironment(std::mt19937& dice) {
  Environment env;
  for (ValueMap* map : {&env.registers, &env.cells, &env.copies, &env.contents})
    for (uint32_t key = 0; key < 3; ++key) {
      const uint64_t a = dice() % 6, b = dice() % 6;
      const Value values[] = {range(std::min(a, b), std::max(a, b), 8), Value::top(8), constant(0, 8),
                              Value::pointer(1, 8)};
      map->set(key, values[dice() % 4]);
    }
  if (dice() % 2 == 0)
    env.relations.change(0, [&](Relation& r) { return r.bound(7, Number::ofSigned(0, dice() % 4, 8)); });
  return env;
}

TEST(Environment, ABoundCoversBoth) {
  std::mt19937 dice(1);
  for (int i = 0; i < 500; ++i) {
    const Environment a = randomEnvironment(dice), b = randomEnvironment(dice);
    for (const Environment& above : {join(a, b), widen(a, b, {3})}) {
      EXPECT_TRUE(leq(a, above));
      EXPECT_TRUE(leq(b, above));
    }
    EXPECT_TRUE(leq(a, a));
    EXPECT_EQ(join(a, a), a);
    EXPECT_TRUE(leq(a, stableParts(a, b)));
    if (leq(b, a)) {
      EXPECT_EQ(stableParts(a, b), a);
    }
  }
}

TEST(Environment, AMissingEntryIsAnyValue) {
  Environment known, unknown;
  known.cells.set(4, constant(1));
  EXPECT_TRUE(leq(known, unknown));
  EXPECT_FALSE(leq(unknown, known));
  EXPECT_EQ(join(known, unknown), unknown);
  known.cells.set(4, Value::top(32)); // tells nothing: the entry is taken away
  EXPECT_EQ(known, unknown);
}

TEST(Environment, WhatChangesIsGivenUp) {
  Environment before, after;
  before.registers.set(0, range(0, 3));
  before.registers.set(1, range(0, 3));
  after.registers.set(0, range(1, 2));
  after.registers.set(1, range(1, 4));
  const Environment stable = stableParts(before, after);
  EXPECT_EQ(at(stable.registers, 0), range(0, 3));
  EXPECT_EQ(stable.registers.find(1), nullptr);
}

} // namespace
} // namespace heddle::abstract
