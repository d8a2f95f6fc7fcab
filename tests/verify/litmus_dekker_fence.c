// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// flags: --property assert
// Dekker's algorithm with fences.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)
#define fence() atomic_thread_fence(memory_order_seq_cst)

static atomic_int wants[2], turn, inside;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  store(&wants[me], 1);
  fence();
  while (load(&wants[1 - me])) {
    if (load(&turn) == me)
      continue;
    store(&wants[me], 0);
    while (load(&turn) != me) {
    }
    store(&wants[me], 1);
    fence();
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  store(&turn, 1 - me);
  fence();
  store(&wants[me], 0);
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
