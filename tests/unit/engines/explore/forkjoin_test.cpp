// What forks and joins order, and which epochs may be of one run.
#include "engines/explore/forkjoin.h"

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using Clocks = ForkJoinOrder::Clocks;

struct Course {
  void forks(uint32_t thread, uint32_t child) {
    interp::StepLog step;
    step.forked = child;
    clocks = order.after(clocks, thread, step);
  }
  void joins(uint32_t thread, uint32_t other) {
    interp::StepLog step;
    step.joined = other;
    clocks = order.after(clocks, thread, step);
  }
  ForkJoinOrder::Epoch epoch(uint32_t thread) const { return order.epochOf(clocks, thread); }

  ForkJoinOrder& order;
  Clocks clocks = ForkJoinOrder::initial;
};

TEST(ForkJoin, OrdersWhatComesBeforeAForkAndAfterAJoin) {
  ForkJoinOrder order;
  Course run{order};
  const auto before = run.epoch(1);
  run.forks(1, 2);
  const auto child = run.epoch(2), between = run.epoch(1);
  EXPECT_FALSE(order.concurrent(before, child));
  EXPECT_FALSE(order.concurrent(before, between));
  EXPECT_TRUE(order.concurrent(between, child));
  run.joins(1, 2);
  EXPECT_FALSE(order.concurrent(child, run.epoch(1)));
}

TEST(ForkJoin, KnowsWhatAJoinedThreadKnew) {
  ForkJoinOrder order;
  Course run{order};
  run.forks(1, 2);
  run.forks(2, 3);
  run.forks(1, 4);
  const auto grandchild = run.epoch(3), other = run.epoch(4);
  EXPECT_TRUE(order.concurrent(grandchild, other));
  run.joins(2, 3);
  EXPECT_TRUE(order.concurrent(grandchild, run.epoch(1)));
  run.joins(1, 2);
  EXPECT_FALSE(order.concurrent(grandchild, run.epoch(1)));
  EXPECT_TRUE(order.concurrent(other, run.epoch(1)));
}

TEST(ForkJoin, TellsRunsApartThatNumberThreadsDifferently) {
  ForkJoinOrder order;
  Course one{order}, two{order};
  for (Course* run : {&one, &two}) run->forks(1, 2);
  one.forks(1, 3);
  one.forks(2, 4);
  two.forks(2, 3);
  two.forks(1, 4);
  EXPECT_FALSE(order.concurrent(one.epoch(3), two.epoch(3))); // one number, two threads
  EXPECT_FALSE(order.concurrent(one.epoch(3), two.epoch(4))); // one thread, two numbers
  EXPECT_TRUE(order.concurrent(one.epoch(3), one.epoch(4)));
  EXPECT_NE(one.clocks, two.clocks);
}

TEST(ForkJoin, ForgetsWhatEverythingComesAfter) {
  ForkJoinOrder order;
  Course one{order}, two{order};
  for (Course* run : {&one, &two}) {
    run->forks(1, 2);
    run->forks(1, 3);
  }
  const auto second = one.epoch(2), third = one.epoch(3);
  one.joins(1, 2);
  EXPECT_TRUE(order.concurrent(third, one.epoch(1)));
  one.joins(1, 3);
  two.joins(1, 3);
  two.joins(1, 2);
  EXPECT_EQ(one.clocks, two.clocks);
  EXPECT_FALSE(order.concurrent(second, one.epoch(1)));
  one.forks(1, 4);
  EXPECT_FALSE(order.concurrent(second, one.epoch(4)));
  EXPECT_TRUE(order.concurrent(one.epoch(1), one.epoch(4)));
}

TEST(ForkJoin, GivesUpOnTooManyThreads) {
  ForkJoinOrder order;
  Course run{order};
  for (uint32_t t = 2; t <= ForkJoinOrder::maxThreads; ++t) run.forks(1, t);
  EXPECT_FALSE(order.hadTooManyThreads());
  run.forks(1, ForkJoinOrder::maxThreads + 1);
  EXPECT_TRUE(order.hadTooManyThreads());
}

} // namespace
} // namespace heddle::explore
