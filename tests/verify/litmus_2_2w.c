// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: false(assert)
// verdict-rmo: false(assert)
// verdict-power: false(assert)
// flags: --property assert
// native: compile
// 2+2W: two threads write two variables in opposite order; both first stores can't come last, unless stores
// overtake each other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int x, y;

static void *thread1(void *arg) {
  store(&x, 1);
  store(&y, 2);
  return arg;
}

static void *thread2(void *arg) {
  store(&y, 1);
  store(&x, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_create(&b, NULL, thread2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2 || y == 2);
  return 0;
}
