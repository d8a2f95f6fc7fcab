// One execution: of the threads that can move the one with the highest priority does. Priorities are drawn at
// random; the first executions draw them in the order of creation and against it, so that threads run one
// after the other. At a few steps, drawn beforehand, the thread at hand becomes the last: a violation that
// needs few switches at the right moments is then met with a probability that does not vanish with the number
// of threads.
#pragma once

#include "interp/course.h"
#include "interp/enumerate.h"
#include "support/budget.h"

#include <random>

namespace heddle::sample {

class Execution {
public:
  Execution(interp::Machine& machine, uint64_t seed, size_t expectedSteps);

  void run(const Budget& budget);
  bool violated() const { return course_.violated(); }
  const ccfg::Schedule& schedule() const { return course_.schedule(); }

private:
  class RandomValues : public interp::Chooser {
  public:
    explicit RandomValues(std::mt19937_64& random) : random_(random) {}
    uint64_t choose(const interp::Choice& c) override;

  private:
    std::mt19937_64& random_;
  };

  bool step(); // some thread moves; false: none can
  bool move(uint32_t thread);
  bool flush(uint32_t thread);
  void yield(uint32_t thread);
  void newThreads();
  std::vector<uint32_t> byPriority() const;

  interp::Machine& machine_;
  std::mt19937_64 random_;
  RandomValues values_;
  interp::Course course_;
  uint64_t seed_;
  std::vector<int64_t> priority_; // by number of the thread
  std::vector<size_t> changes_;   // steps at which the thread that moves becomes the last
  int64_t lowest_ = 0;
  uint32_t running_ = 0;
  size_t inARow_ = 0;
};

} // namespace heddle::sample
