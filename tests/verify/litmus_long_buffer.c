// verdict: true
// verdict-tso: unknown (at most 8 stores of a thread are on their way to memory)
// verdict-pso: unknown (at most 8 stores of a thread are on their way to memory)
// flags: --property assert
// More stores than a buffer holds: no proof, since some of them could wait longer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *thread1(void *arg) {
  for (int i = 1; i <= 9; i++)
    atomic_store_explicit(&x, i, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_join(a, NULL);
  assert(x == 9);
  return 0;
}
