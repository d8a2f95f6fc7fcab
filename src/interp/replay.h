// Executes a Schedule step by step and tells whether it shows the violation it claims; keeps what a report
// needs.
#pragma once

#include "ccfg/schedule.h"
#include "interp/pending.h"

namespace heddle::interp {

struct AccessRecord {
  Access access;
  ObjectPlace place; // at the time of the access
};

struct StepRecord {
  uint32_t thread = 0;
  ccfg::EdgeId edge = ccfg::none; // none: a store reaches memory
  StepKind kind = StepKind::Done; // Violation: the last step, the one that fails
  std::vector<AccessRecord> accesses;
  std::vector<RegisterValue> registers; // written, in order
  std::vector<uint64_t> values;         // chosen
  uint32_t forked = 0;                  // number of a thread that was started
  ObjectPlace allocated;                // object none: nothing was
};

struct Replay {
  bool reproduced = false;
  std::string reason;                // why not
  ccfg::Violation violation;         // as it showed, with its message
  std::vector<StepRecord> steps;     // as far as the execution got
  std::vector<AccessRecord> racing;  // race: the two accesses that are pending at the end
  std::vector<ThreadStatus> threads; // at the end (before a failing last step)
};

// Sees an execution while it is repeated: report/ tells what happens from here, so that nothing is executed
// for the story alone.
class Watcher {
public:
  virtual ~Watcher() = default;
  virtual void begins(Machine& machine, const ccfg::Schedule& schedule) = 0;
  // A step was made, or (kind is Violation) the last one failed: then `after` may be half of it.
  virtual void step(const ccfg::ScheduleStep& step, StepKind kind, const State& before, const State& after,
                    const StepLog& log) = 0;
  // All steps were made: where a race or a deadlock shows.
  virtual void ends(const State& state) = 0;
};

// `watcher` may be null.
Replay replay(const ccfg::Program& p, const ccfg::Schedule& schedule, ccfg::PropertySet properties,
              Watcher* watcher = nullptr);

} // namespace heddle::interp
