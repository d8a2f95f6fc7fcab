// verdict: true
// flags: --property assert,race,deadlock
// An errorcheck mutex reports the second lock and the foreign unlock, and stays as it was.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *worker(void *arg) {
  assert(pthread_mutex_unlock(&m) == EPERM);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attr);
  assert(pthread_mutex_lock(&m) == 0);
  pthread_create(&t, NULL, worker, NULL);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  pthread_join(t, NULL);
  assert(pthread_mutex_unlock(&m) == 0);
  return 0;
}
