// Calls of libatomic as LLVM's atomic instructions.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::llvm2ccfg {

// __atomic_load and its like, of 1, 2, 4, 8 or 16 bytes: what a compiler calls for what the processor may not
// have.
void lowerAtomicCalls(llvm::Module& module);

} // namespace heddle::llvm2ccfg
