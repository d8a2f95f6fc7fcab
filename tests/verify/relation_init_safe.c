// verdict: true
// flags: --engine modular --domain octagons
// What main writes before it starts threads, and reads after they have ended, needs no lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned low, high, steps;

static void *worker(void *arg) {
  (void)arg;
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&m);
    if (high < 1000) {
      low++;
      high++;
    }
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  low = 10;
  high = 30;
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(high == low + 20);
  steps = high - low;
  assert(steps == 20);
  return 0;
}
