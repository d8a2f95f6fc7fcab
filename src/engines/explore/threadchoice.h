// Which threads to try in a state.
#pragma once

#include "interp/state.h"

namespace heddle::explore {

class ThreadChoice {
public:
  virtual ~ThreadChoice() = default;
  virtual void start(const interp::StateView& s, uint32_t mover) = 0;
  // A set of threads whose steps suffice in this state, provided that one of them leads to a state that is
  // still to be expanded; the next set, if none does. Null: no more, all threads must be tried.
  virtual const std::vector<uint32_t>* next() = 0;
};

class AllThreads : public ThreadChoice {
public:
  void start(const interp::StateView&, uint32_t) override {}
  const std::vector<uint32_t>* next() override { return nullptr; }
};

} // namespace heddle::explore
