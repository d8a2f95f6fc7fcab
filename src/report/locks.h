// Who holds which lock as an execution goes on (ccfg/lockstep.h says what a step does to one), and what a
// blocked thread waits for; in words.
#pragma once

#include "interp/machine.h"
#include "report/spelling.h"
#include "report/story.h"

namespace heddle::report {

class Locks {
public:
  Locks(const interp::Machine& machine, Names& names) : machine_(machine), names_(names) {}

  // Call with the state before the thread takes the edge; returns a note for the report, whose text may be
  // empty.
  Effect take(const interp::StateView& state, const ccfg::ScheduleStep& step);

  std::vector<HeldLock> heldBy(uint32_t thread) const;

  // What the thread waits for, if it can't move: "waits for m, which thread 3 holds".
  Pending waiting(const interp::StateView& state, uint32_t thread) const;

private:
  struct Hold {
    uint64_t lock;
    uint32_t thread;
    bool shared; // held for reading
    std::string name;
    SourcePos since;
  };

  void follow(const interp::StateView& state, uint32_t thread, const ccfg::Edge& edge);
  Effect signal(const std::string& name, const ccfg::ScheduleStep& step) const;
  Effect wait(const interp::StateView& state, uint32_t thread, const ccfg::Edge& edge) const;
  std::string holders(const interp::StateView& state, uint64_t lock) const;
  uint64_t addressOf(const interp::StateView& state, uint32_t thread, ccfg::Term t) const;

  const interp::Machine& machine_;
  Names& names_;
  std::vector<Hold> holds_;
};

} // namespace heddle::report
