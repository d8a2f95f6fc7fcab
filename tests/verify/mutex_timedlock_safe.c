// verdict: true
// A timed lock of a free mutex succeeds; of a held one it may time out, and then nothing is touched.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
  struct timespec until = {1, 0};
  int r = pthread_mutex_timedlock(&m, &until);
  if (r == 0) {
    x++;
    pthread_mutex_unlock(&m);
  } else {
    assert(r == ETIMEDOUT);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec until = {1, 0};
  assert(pthread_mutex_timedlock(&m, &until) == 0);
  pthread_create(&t, NULL, worker, NULL);
  x++;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(x == 1 || x == 2);
  return 0;
}
