// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// Message passing: a release store comes after the stores before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int data, flag;
static int seen, value;

static void *thread1(void *arg) {
  store(&data, 1);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

static void *thread2(void *arg) {
  seen = atomic_load_explicit(&flag, memory_order_acquire);
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
