// A Schedule: one execution of a Program, as the order of its actions and the values that were chosen.
// It is the evidence for every violation; interp/ executes it, report/ shows it.
#pragma once

#include "ccfg/memory_model.h"
#include "ccfg/program.h"

#include <nlohmann/json_fwd.hpp>

namespace heddle::ccfg {

struct ScheduleStep {
  uint32_t thread = 0; // instance number: main is 1, then in order of forks
  EdgeId edge = none;  // none: a store of the thread leaves its buffer and reaches memory
  // Results of the Nondet operations and of reads of uninitialised memory, in order. Without an edge: the
  // address of the store, which is the oldest to that place in the buffer.
  std::vector<uint64_t> values;
  bool isFlush() const { return edge == none; }
  bool operator==(const ScheduleStep&) const = default;
};

struct Violation {
  Property property = Property::Assert;
  std::string message;      // "assertion `x == 2` failed"
  uint32_t thread = 0;      // instance, 0: none in particular (deadlock)
  EdgeId edge = none;       // where it happens
  uint32_t otherThread = 0; // race: the second access
  EdgeId otherEdge = none;
};

struct Schedule {
  std::vector<ScheduleStep> steps;
  Violation violation; // shows after the last step (race: the two accesses are both pending there; an
                       // assertion: the last step is the one that fails)
  MemoryModel memoryModel = MemoryModel::Sc; // under which it runs
};

// How often the next step is another thread's.
size_t contextSwitches(const std::vector<ScheduleStep>& steps);

// A number that changes when the model changes: a schedule belongs to one model.
uint64_t fingerprint(const Program& p);

nlohmann::json toJson(const Schedule& s, const Program& p);
Schedule scheduleFromJson(const nlohmann::json& j, const Program& p); // InputError if it does not belong to p

} // namespace heddle::ccfg
