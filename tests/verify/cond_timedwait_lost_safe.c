// verdict: true
// A timed wait whose signal is lost still ends: no deadlock.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *signaller(void *arg) {
  pthread_cond_signal(&c);
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec until = {1, 0};
  pthread_create(&t, NULL, signaller, NULL);
  pthread_mutex_lock(&m);
  pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
