// Leads calls of functions that wait until a time to those of library/timed.c, which look at the time first.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::llvm2ccfg {

void checkTimes(llvm::Module& module);

} // namespace heddle::llvm2ccfg
