// Runs: accesses that follow each other in the code without a call. The thread says once that it is busy,
// makes room for all their events, and keeps the place of the next one in a register (src/runtime/access.c).
// Where an access is likely to be as predicted, its event is written in the code itself; what is not, and
// everything that is not recording, is left to the runtime's functions.
#pragma once

#include <llvm/IR/Instructions.h>

#include <vector>

namespace heddle::instrument {

struct RunAccess {
  llvm::Instruction* instruction; // a load or a store
  uint32_t site;                  // one more than that of the access before
  llvm::FunctionCallee function;  // of the runtime
  llvm::FunctionCallee inRun;     // the same in a run
  bool keepsValue;
  bool tried; // in the code, before the runtime is called
};

// Does the module belong into an executable? Only there is the runtime's data near enough.
bool mayRun(const llvm::Module& m);

// Can the second access be in one run with the first, as far as what is between them is concerned?
bool isOneStretch(const llvm::Instruction* first, const llvm::Instruction* second);

// Replaces the accesses, and erases them. `base` holds the number of the module's first site.
void expandRun(const std::vector<RunAccess>& accesses, llvm::GlobalVariable* base);

} // namespace heddle::instrument
