// Short copies and fills of local variables, such as assignments of structures, become loads and stores of
// words before anything is planned: so the values that come into a local variable are recorded, and what a
// function then does with a variable that nobody else sees need not be.
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::instrument {

void expandCopies(llvm::Function& f);

} // namespace heddle::instrument
