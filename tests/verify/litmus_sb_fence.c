// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// Store buffering with a full fence in each thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int x, y;
static int r1, r2;

static void *thread1(void *arg) {
  store(&x, 1);
  atomic_thread_fence(memory_order_seq_cst);
  r1 = load(&y);
  return arg;
}

static void *thread2(void *arg) {
  store(&y, 1);
  atomic_thread_fence(memory_order_seq_cst);
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
