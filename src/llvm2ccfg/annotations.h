// Which functions are meant to be atomic: annotated so in the program (HEDDLE_ATOMIC of heddle.h), or named
// by the user.
#pragma once

#include <llvm/IR/Module.h>

#include <set>
#include <string>
#include <vector>

namespace heddle::llvm2ccfg {

// Throws InputError if the program defines no function of one of the names.
std::set<const llvm::Function*> functionsMeantAtomic(const llvm::Module& m,
                                                     const std::vector<std::string>& named);

} // namespace heddle::llvm2ccfg
