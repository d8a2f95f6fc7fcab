// The functions of the thread library that are recorded, one row a function.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace heddle::instrument {

struct LibraryCall {
  const char* function;
  const char* before; // kind of the event that is recorded before the call: what releases; empty: none
  const char* after;  // and after it: what acquires
  unsigned object;    // which argument is the address of the primitive
};

const LibraryCall* findLibraryCall(llvm::StringRef function); // null: none of them

// Waits are calls of a function of the runtime instead, with four sites (src/runtime/sync.c).
struct WaitCall {
  const char* function;
  const char* replacement;
};
const WaitCall* findWaitCall(llvm::StringRef function);

} // namespace heddle::instrument
