// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: false(assert)
// flags: --property assert
// native: compile
// IRIW: where a store may be seen early, two readers see two stores in different orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define acquire(p) atomic_load_explicit(p, memory_order_acquire)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int x, y;
static int r1, r2, r3, r4;

static void *thread1(void *arg) {
  store(&x, 1);
  return arg;
}

static void *thread2(void *arg) {
  store(&y, 1);
  return arg;
}

static void *thread3(void *arg) {
  r1 = acquire(&x);
  r2 = load(&y);
  return arg;
}

static void *thread4(void *arg) {
  r3 = acquire(&y);
  r4 = load(&x);
  return arg;
}

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], NULL, thread1, NULL);
  pthread_create(&t[1], NULL, thread2, NULL);
  pthread_create(&t[2], NULL, thread3, NULL);
  pthread_create(&t[3], NULL, thread4, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  pthread_join(t[2], NULL);
  pthread_join(t[3], NULL);
  assert(!(r1 && !r2 && r3 && !r4));
  return 0;
}
