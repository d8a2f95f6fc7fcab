// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// Store buffering with an exchange in place of the store: a read-modify-write waits for
// the stores before it, and writes memory itself.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)

static atomic_int x, y;
static int r1, r2;

static void *thread1(void *arg) {
  atomic_exchange_explicit(&x, 1, memory_order_relaxed);
  r1 = load(&y);
  return arg;
}

static void *thread2(void *arg) {
  atomic_exchange_explicit(&y, 1, memory_order_relaxed);
  r2 = load(&x);
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
