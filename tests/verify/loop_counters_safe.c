// verdict: true
// flags: --property assert
// native: endless
// Two counters that are equal whenever the lock is free.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned x, y;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    x++;
    y++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    assert(x == y);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
