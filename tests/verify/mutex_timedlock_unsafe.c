// verdict: false(assert)
// The timed lock is taken to have succeeded.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  struct timespec until = {1, 0};
  int r = pthread_mutex_timedlock(&m, &until);
  assert(r == 0);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
