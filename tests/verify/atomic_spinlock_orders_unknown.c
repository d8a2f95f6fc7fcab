// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// A spin lock whose unlocking is relaxed: the next owner may not see what was done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int x;

static void *worker(void *arg) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
  }
  x++;
  atomic_store_explicit(&lock, 0, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
