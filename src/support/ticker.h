// For loops of small steps: asks the budget once in many of them.
#pragma once

#include "support/budget.h"

namespace heddle {

class Ticker {
public:
  explicit Ticker(const Budget& budget) : budget_(budget) {}
  void tick() { // throws OutOfBudget
    if (++steps_ % interval == 0) budget_.check();
  }

private:
  static constexpr uint32_t interval = 4096;
  const Budget& budget_;
  uint32_t steps_ = 0;
};

} // namespace heddle
