// verdict: true
// trylock on a held mutex is EBUSY, on a free one 0, always.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  assert(pthread_mutex_trylock(&m) == EBUSY);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_trylock(&m) == 0);
  pthread_mutex_unlock(&m);
  return 0;
}
