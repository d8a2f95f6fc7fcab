// Functions of the thread library whose addresses the program takes: calls through pointers are not seen, so
// the pointers become those of functions of the module that call them, and those are instrumented.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

void wrapPointers(llvm::Module& m);

} // namespace heddle::instrument
