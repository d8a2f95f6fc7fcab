// verdict: true
// A clock that nobody can wait for is an error, and so is a time with too many nanoseconds by any clock.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;

int main(void) {
  struct timespec good = {1, 0}, bad = {1, 1000000000};
  sem_init(&s, 0, 1);
  assert(sem_clockwait(&s, CLOCK_MONOTONIC, &bad) == -1 && errno == EINVAL);
  assert(sem_clockwait(&s, 77, &good) == -1 && errno == EINVAL);
  assert(pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &bad) == EINVAL);
  assert(pthread_rwlock_clockrdlock(&l, 77, &good) == EINVAL);
  assert(pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &bad) == EINVAL);
  assert(pthread_rwlock_clockwrlock(&l, 77, &good) == EINVAL);
  assert(pthread_mutex_clocklock(&m, 77, &good) == EINVAL);
  assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &bad) == 0);
  assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &bad) == EINVAL);
  assert(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &bad) == EINVAL);
  assert(pthread_cond_clockwait(&c, &m, 77, &good) == EINVAL);

  mtx_t x;
  cnd_t y;
  mtx_init(&x, mtx_timed);
  cnd_init(&y);
  assert(mtx_timedlock(&x, &bad) == thrd_success);
  assert(mtx_timedlock(&x, &bad) == thrd_error);
  assert(cnd_timedwait(&y, &x, &bad) == thrd_error);
  return 0;
}
