// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: false(assert)
// verdict-power: false(assert)
// flags: --property assert
// native: compile
// Load buffering: where reads may be late, both threads read what the other stores afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int x, y;
static int r1, r2;

static void *thread1(void *arg) {
  r1 = load(&x);
  store(&y, 1);
  return arg;
}

static void *thread2(void *arg) {
  r2 = load(&y);
  store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_create(&b, NULL, thread2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 0 || r2 == 0);
  return 0;
}
