// verdict: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// native: compile
// A thread always reads its own last store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int x, y;
static int r1, r2;

static void *thread1(void *arg) {
  store(&x, 1);
  store(&y, 1);
  r1 = load(&x);
  store(&x, 2);
  r2 = load(&x);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_join(a, NULL);
  assert(r1 == 1 && r2 == 2);
  return 0;
}
