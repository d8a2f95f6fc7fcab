// verdict: false(lock-misuse)
// Trying to lock a destroyed lock is misuse, too.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_destroy(&l);
  if (pthread_rwlock_tryrdlock(&l) == 0)
    pthread_rwlock_unlock(&l);
  return 0;
}
