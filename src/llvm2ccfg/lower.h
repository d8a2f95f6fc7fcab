// Arithmetic that terms can't express becomes calls of library functions written in C: division and
// floating-point conversion of integers wider than 64 bits (library/wide.c), long double
// (library/longdouble.c), and rounding to whole numbers (library/rounding.c). -finstrument-functions is
// calls, too. Comes before the library is linked.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::llvm2ccfg {

void lowerArithmetic(llvm::Module& module);

} // namespace heddle::llvm2ccfg
