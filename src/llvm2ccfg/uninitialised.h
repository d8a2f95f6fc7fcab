// Is a local variable read before it is written, on a way through its function that constants don't rule out?
// The body of a loop that certainly begins writes what is read behind it.
#pragma once

#include <llvm/IR/Instructions.h>

#include <set>

namespace heddle::llvm2ccfg {

// `locals` are only loaded and stored as a whole; the variable is one of them.
bool mayBeReadFirst(const llvm::AllocaInst& variable, const std::set<const llvm::AllocaInst*>& locals);

} // namespace heddle::llvm2ccfg
