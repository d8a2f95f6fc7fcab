// verdict: unknown
// flags: --engine modular --domain octagons
// One store is made without the lock: it keeps nothing related.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&m);
  x = 1;
  y = 1;
  pthread_mutex_unlock(&m);
  return 0;
}

static void *intruder(void *arg) {
  (void)arg;
  y = 2;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, intruder, 0);
  pthread_mutex_lock(&m);
  assert(x == y);
  pthread_mutex_unlock(&m);
  return 0;
}
