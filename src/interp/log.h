// What a step did, for race checks, dependence and reports.
#pragma once

#include "ccfg/program.h"

#include <optional>

namespace heddle::interp {

struct Access {
  uint64_t address = 0;
  uint64_t bytes = 0; // Free: the whole object
  uint64_t value = 0; // read or written; Free: 0
  uint32_t op = 0;    // index in the edge
  bool isWrite = false;
  bool isAtomic = false; // MemOrder is not Plain
  bool isFree = false;
  bool isBuffered = false; // a store that does not reach memory yet
};

struct RegisterValue {
  ccfg::RegId reg = 0;
  uint64_t value = 0;
};

struct StepLog {
  std::vector<Access> accesses;
  std::vector<uint64_t> values;  // what was chosen, in order, as ScheduleStep has it
  std::optional<Access> refused; // the invalid access or Free that ended the step
  uint32_t forked = 0;           // number of the instance that a Fork started, 0: none
  uint32_t joined = 0;           // ... whose end a Join saw, 0: none
  uint64_t allocated = 0;        // address that an Alloc gave, 0: none
  bool wantRegisters = false;
  std::vector<RegisterValue> registers; // written, in order; only if wanted

  void clear() {
    accesses.clear();
    values.clear();
    refused.reset();
    forked = joined = 0;
    allocated = 0;
    registers.clear();
  }
};

} // namespace heddle::interp
