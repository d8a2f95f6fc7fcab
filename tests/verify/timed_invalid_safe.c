// verdict: true
// A time with too many nanoseconds is an error; a mutex that is free is taken without a look at it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;

int main(void) {
  struct timespec t = {1, 1000000000};
  sem_init(&s, 0, 1);
  assert(sem_timedwait(&s, &t) == -1 && errno == EINVAL);
  assert(pthread_rwlock_timedrdlock(&l, &t) == EINVAL);
  assert(pthread_rwlock_timedwrlock(&l, &t) == EINVAL);
  assert(pthread_mutex_timedlock(&m, &t) == 0);
  assert(pthread_mutex_timedlock(&m, &t) == EINVAL);
  assert(pthread_cond_timedwait(&c, &m, &t) == EINVAL);
  return 0;
}
