// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: false(assert)
// verdict-rmo: false(assert)
// verdict-power: false(assert)
// flags: --property assert
// native: compile
// Message passing: a store after a release store may overtake it, and all that it waits for.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int data, other, flag;
static int seen, value;

static void *thread1(void *arg) {
  store(&data, 1);
  atomic_store_explicit(&other, 1, memory_order_release);
  store(&flag, 1);
  return arg;
}

static void *thread2(void *arg) {
  seen = load(&flag);
  value = load(&data);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_create(&b, NULL, thread2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!seen || value == 1);
  return 0;
}
