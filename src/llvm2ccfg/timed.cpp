// See the header.

#include "llvm2ccfg/timed.h"

#include <llvm/IR/Module.h>

namespace heddle::llvm2ccfg {

void checkTimes(llvm::Module& module) {
  for (const char* name : {"pthread_mutex_timedlock", "pthread_mutex_clocklock", "pthread_rwlock_timedrdlock",
                           "pthread_rwlock_timedwrlock", "pthread_rwlock_clockrdlock",
                           "pthread_rwlock_clockwrlock", "pthread_cond_timedwait", "pthread_cond_clockwait",
                           "sem_timedwait", "sem_clockwait", "mtx_timedlock", "cnd_timedwait"}) {
    llvm::Function* f = module.getFunction(name);
    if (f == nullptr || !f->isDeclaration() || f->use_empty()) continue;
    f->replaceAllUsesWith(
        module.getOrInsertFunction(std::string("__heddle_") + name, f->getFunctionType()).getCallee());
  }
}

} // namespace heddle::llvm2ccfg
