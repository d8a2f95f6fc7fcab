// verdict: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// native: compile
// CoWW: two stores of a thread to one variable reach memory in order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int x;

static void *thread1(void *arg) {
  store(&x, 1);
  store(&x, 2);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_join(a, NULL);
  assert(x == 2);
  return 0;
}
