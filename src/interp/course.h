// One execution under way, with the Schedule of what it did: for those who decide step by step who moves
// next. It ends at a violation, where the program does, or where its owner gives up.
#pragma once

#include "ccfg/schedule.h"
#include "interp/machine.h"

namespace heddle::interp {

class Course {
public:
  explicit Course(Machine& machine);

  // The thread moves along the edge. False: it is not enabled, and nothing happened.
  bool step(uint32_t thread, ccfg::EdgeId edge, Chooser& chooser);
  // A store of the thread reaches memory. False: there is no such store.
  bool flush(uint32_t thread, uint64_t address);
  // Two accesses race where the execution stands; nobody can move there: if so, that is its end.
  void endIfRacing();
  void endIfDeadlocked();

  StateView view() const { return state_.view(); }
  const StepLog& log() const { return log_; } // of the last step
  bool over() const { return over_; }
  bool violated() const { return violated_; }
  const ccfg::Schedule& schedule() const { return schedule_; }

private:
  void violates(ccfg::Violation violation);

  Machine& machine_;
  State state_, before_;
  StepLog log_;
  ccfg::Schedule schedule_;
  bool over_ = false, violated_ = false;
};

} // namespace heddle::interp
