// Short copies and fills, such as assignments of structures, become loads and stores of words before anything
// is planned: so their values are recorded. Of local variables they may be longer: what a function then does
// with a variable that nobody else sees need not be recorded.
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::instrument {

void expandCopies(llvm::Function& f);

} // namespace heddle::instrument
