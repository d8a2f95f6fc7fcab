// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: false(assert)
// verdict-rmo: false(assert)
// verdict-power: false(assert)
// flags: --property assert
// native: compile
// Peterson's algorithm with one fence: enough where stores are in order, and only there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)
#define fence() atomic_thread_fence(memory_order_seq_cst)

static atomic_int flag[2], turn, inside;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  store(&flag[me], 1);
  store(&turn, 1 - me);
  fence();
  while (load(&flag[1 - me]) && load(&turn) == 1 - me) {
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  store(&flag[me], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)0L);
  pthread_create(&b, NULL, worker, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
