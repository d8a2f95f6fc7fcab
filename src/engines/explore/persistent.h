// Persistent sets: in each state a set of threads such that what the others do before one of them moves
// cannot matter to their next actions. See persistent.cpp for why that is enough.
#pragma once

#include "engines/explore/independence.h"
#include "engines/explore/threadchoice.h"

namespace heddle::explore {

class PersistentSets : public ThreadChoice {
public:
  PersistentSets(const interp::Code& code, Independence& independence)
      : code_(code), independence_(independence) {}

  void start(const interp::StateView& s, uint32_t mover) override;
  const std::vector<uint32_t>* next() override;

private:
  using Threads = uint64_t; // bit t-1 is thread t
  Threads mustJoin(const interp::StateView& s, uint32_t thread, Threads active);
  static Threads closure(Threads seed, const std::vector<Threads>& mustJoin);

  const interp::Code& code_;
  Independence& independence_;
  std::vector<Threads> sets_; // candidates, the next one last
  std::vector<Threads> mustJoin_;
  std::vector<uint32_t> chosen_;
};

} // namespace heddle::explore
