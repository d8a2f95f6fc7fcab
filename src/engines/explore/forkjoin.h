// What forks and joins alone put in order: a thread's start comes after all that its parent did before the
// fork, a join after all that the joined thread did.
//
// Vector clocks (Mattern 1989; Fidge 1988) whose time goes on at forks only. An epoch is what a thread does
// between two of its forks or joins: two accesses are compared by their epochs. All clocks of a run together
// have one number, which a search keeps beside the state.
//
// A search compares accesses of different runs, too. Threads are numbered as they are forked, so a number is
// not the same thread in all of them. An epoch knows the threads it comes after by name: the fork that
// started them. Epochs that disagree about who has which number are of no common run.
#pragma once

#include "engines/explore/bytetable.h"
#include "interp/log.h"

namespace heddle::explore {

class ForkJoinOrder {
public:
  using Clocks = uint32_t; // of all threads of a run
  using Epoch = uint32_t;  // of one of them: equal epochs are of one thread
  static constexpr Clocks initial = 0;
  static constexpr uint32_t maxThreads = 500; // clocks of n threads take n*n numbers

  ForkJoinOrder();
  // After a step that forked or joined.
  Clocks after(Clocks before, uint32_t thread, const interp::StepLog& step);
  Epoch epochOf(Clocks clocks, uint32_t thread) const;
  // May they be in one run, in no order?
  bool concurrent(Epoch a, Epoch b) const;
  bool hadTooManyThreads() const { return tooMany_; } // from then on the answers mean nothing

private:
  struct Nothing {};
  struct Known {                 // of a thread
    uint32_t name = 0, time = 0; // 0: nothing
  };
  struct Row {
    uint32_t thread = 0;
    uint32_t round = 0;       // how often one thread had come after all that was before
    std::vector<Known> known; // by number - 1
  };

  std::vector<Epoch> load(Clocks clocks) const;
  Epoch intern(const Row& row);
  Clocks intern(const std::vector<Epoch>& all);
  Epoch fork(Row& parent, uint32_t number);
  bool comesAfterAll(const Row& row, const std::vector<Epoch>& all) const;
  static bool agree(const Row& a, const Row& b);

  ByteTable<Nothing> epochs_, clocks_, names_;
  std::vector<Row> rows_; // by epoch
  bool tooMany_ = false;
};

} // namespace heddle::explore
