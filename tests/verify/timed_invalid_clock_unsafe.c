// verdict: false(assert)
// A wait by a clock that nobody can wait for gives up at once, without the lock.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  struct timespec later = {4000000000, 0};
  assert(pthread_rwlock_clockwrlock(&l, 77, &later) == 0);
  return 0;
}
