// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// native: compile
// Load buffering: a store behind a branch waits for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int x, y;
static int r1, r2;

static void *thread1(void *arg) {
  r1 = load(&x);
  if (r1) store(&y, 1);
  return arg;
}

static void *thread2(void *arg) {
  r2 = load(&y);
  if (r2) store(&x, 1);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, thread1, NULL);
  pthread_create(&t[1], NULL, thread2, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(!r1 && !r2);
  return 0;
}
