// The fast way of an access (src/runtime/access.c), put into the code where it is made often. What is not as
// predicted, and everything that is not recording, is left to the runtime's function.
#pragma once

#include <llvm/IR/Instructions.h>

namespace heddle::instrument {

// What the runtime's function would be called with.
struct SlowCall {
  llvm::FunctionCallee function;
  llvm::Value* site;
  bool keepsValue;
};

// Does the module belong into an executable? Only there is the runtime's data near enough.
bool mayInline(const llvm::Module& m);

// Replaces the access, and erases it.
void inlineLoad(llvm::LoadInst* i, const SlowCall& slow);
void inlineStore(llvm::StoreInst* i, const SlowCall& slow);

} // namespace heddle::instrument
