// May the address of a variable be known anywhere when the variable's life ends? If not, the end of its life
// can't be noticed, and it need not be kept.
#pragma once

#include <llvm/IR/Instructions.h>

namespace heddle::llvm2ccfg {

bool addressMayOutlive(const llvm::Value* variable);

} // namespace heddle::llvm2ccfg
