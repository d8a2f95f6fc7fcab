// verdict: true
// flags: --engine modular --domain octagons
// Two counters are equal whenever the lock is free, however often they have wrapped around.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&m);
    x++;
    y++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_mutex_lock(&m);
  assert(x == y);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == y);
  return 0;
}
