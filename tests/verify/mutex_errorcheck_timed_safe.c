// verdict: true
// An error-checking mutex refuses its owner, with a time limit too.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int main(void) {
  struct timespec ts = {1, 0};
  pthread_mutex_lock(&m);
  assert(pthread_mutex_timedlock(&m, &ts) == EDEADLK);
  pthread_mutex_unlock(&m);
  return 0;
}
