// pthread_cleanup_push and _pop, which are macros over setjmp: handlers go to the list of library/unwind.c.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::llvm2ccfg {

void showCleanupHandlers(llvm::Module& module);

} // namespace heddle::llvm2ccfg
