// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: false(assert)
// verdict-pso: false(assert)
// verdict-rmo: false(assert)
// verdict-power: false(assert)
// flags: --property assert
// native: compile
// Store buffering: only the reads are seq_cst, and the stores release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r1, r2;

static void *thread1(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_release);
  r1 = y;
  return arg;
}

static void *thread2(void *arg) {
  atomic_store_explicit(&y, 1, memory_order_release);
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_create(&b, NULL, thread2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);
  return 0;
}
