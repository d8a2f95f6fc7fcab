// verdict: true
// flags: --property assert --engine impact
// native: endless
// What is changed only by who got the lock stays even; unsafe: whoever did not get it, too.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned x;

static void *worker(void *arg) {
  for (;;) {
    if (pthread_mutex_trylock(&m) != 0)
      continue;
    x++;
    x++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    assert(x % 2 == 0);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
