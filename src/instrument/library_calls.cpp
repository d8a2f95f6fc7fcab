#include "instrument/library_calls.h"

namespace heddle::instrument {

namespace {

const LibraryCall table[] = {
    {"pthread_mutex_lock", "", "lock", 0},
    {"pthread_mutex_trylock", "", "trylock", 0},
    {"pthread_mutex_timedlock", "", "trylock", 0},
    {"pthread_mutex_clocklock", "", "trylock", 0},
    {"pthread_mutex_unlock", "unlock", "", 0},
    {"pthread_mutex_init", "init", "", 0},
    {"pthread_mutex_destroy", "destroy", "", 0},
    {"pthread_spin_lock", "", "lock", 0},
    {"pthread_spin_trylock", "", "trylock", 0},
    {"pthread_spin_unlock", "unlock", "", 0},
    {"pthread_spin_init", "init", "", 0},
    {"pthread_spin_destroy", "destroy", "", 0},
    {"pthread_rwlock_rdlock", "", "rdlock", 0},
    {"pthread_rwlock_tryrdlock", "", "tryrdlock", 0},
    {"pthread_rwlock_timedrdlock", "", "tryrdlock", 0},
    {"pthread_rwlock_wrlock", "", "lock", 0},
    {"pthread_rwlock_trywrlock", "", "trylock", 0},
    {"pthread_rwlock_timedwrlock", "", "trylock", 0},
    {"pthread_rwlock_unlock", "unlock", "", 0},
    {"pthread_rwlock_init", "init", "", 0},
    {"pthread_rwlock_destroy", "destroy", "", 0},
    {"pthread_cond_signal", "signal", "", 0},
    {"pthread_cond_broadcast", "broadcast", "", 0},
    {"pthread_cond_init", "init", "", 0},
    {"pthread_cond_destroy", "destroy", "", 0},
    {"sem_init", "init", "", 0},
    {"sem_destroy", "destroy", "", 0},
    {"sem_wait", "", "sem-wait", 0},
    {"sem_trywait", "", "sem-trywait", 0},
    {"sem_timedwait", "", "sem-trywait", 0},
    {"sem_clockwait", "", "sem-trywait", 0},
    {"sem_post", "sem-post", "", 0},
    {"pthread_barrier_init", "init", "", 0},
    {"pthread_barrier_destroy", "destroy", "", 0},
    {"pthread_barrier_wait", "barrier-arrive", "barrier-leave", 0},
    {"pthread_once", "once-begin", "once-end", 0},
    {"call_once", "once-begin", "once-end", 0},
    {"flockfile", "", "lock", 0},
    {"ftrylockfile", "", "trylock", 0},
    {"funlockfile", "unlock", "", 0},
    {"mtx_lock", "", "lock", 0},
    {"mtx_trylock", "", "trylock", 0},
    {"mtx_timedlock", "", "trylock", 0},
    {"mtx_unlock", "unlock", "", 0},
    {"mtx_init", "init", "", 0},
    {"mtx_destroy", "destroy", "", 0},
    {"cnd_signal", "signal", "", 0},
    {"cnd_broadcast", "broadcast", "", 0},
    {"cnd_init", "init", "", 0},
    {"cnd_destroy", "destroy", "", 0},
    {"free", "free", "", 0},
};

const WaitCall waits[] = {
    {"pthread_cond_wait", "__heddle_cond_wait"},
    {"pthread_cond_timedwait", "__heddle_cond_timedwait"},
    {"pthread_cond_clockwait", "__heddle_cond_clockwait"},
    {"cnd_wait", "__heddle_cnd_wait"},
    {"cnd_timedwait", "__heddle_cnd_timedwait"},
};

} // namespace

const LibraryCall* findLibraryCall(llvm::StringRef function) {
  for (const LibraryCall& row : table)
    if (function == row.function) return &row;
  return nullptr;
}

const WaitCall* findWaitCall(llvm::StringRef function) {
  for (const WaitCall& row : waits)
    if (function == row.function) return &row;
  return nullptr;
}

} // namespace heddle::instrument
