// verdict: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// More stores than `explore` keeps in a buffer; `bounded` has no such limit.
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
