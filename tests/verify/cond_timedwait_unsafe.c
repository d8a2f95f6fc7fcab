// verdict: false(assert)
// The wait may have timed out.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *setter(void *arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec until = {1, 0};
  pthread_create(&t, NULL, setter, NULL);
  pthread_mutex_lock(&m);
  while (!ready)
    if (pthread_cond_timedwait(&c, &m, &until) != 0)
      break;
  assert(ready);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
