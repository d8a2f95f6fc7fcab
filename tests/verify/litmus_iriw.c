// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: false(assert)
// verdict-power: false(assert)
// flags: --property assert
// native: compile
// IRIW: two readers see two independent stores in the same order, since there is one memory; unless reads are late.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
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
  r1 = load(&x);
  r2 = load(&y);
  return arg;
}

static void *thread4(void *arg) {
  r3 = load(&y);
  r4 = load(&x);
  return arg;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_create(&b, NULL, thread2, NULL);
  pthread_create(&c, NULL, thread3, NULL);
  pthread_create(&d, NULL, thread4, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
  return 0;
}
