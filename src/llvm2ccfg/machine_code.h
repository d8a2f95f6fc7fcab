// Inline assembler for x86 as LLVM instructions, as far as its templates are known.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::llvm2ccfg {

// Replaces statements that consist of moves, exchanges, locked operations, bit tests, fences and simple
// arithmetic. What is left alone the walk refuses, unless it is a mere fence (assembler.cpp).
void lowerAssembler(llvm::Module& module);

} // namespace heddle::llvm2ccfg
