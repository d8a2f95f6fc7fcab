// verdict: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// native: compile
// CoRR: two reads of one variable see its values in order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int x;
static int r1, r2;

static void *thread1(void *arg) {
  store(&x, 1);
  store(&x, 2);
  return arg;
}

static void *thread2(void *arg) {
  r1 = load(&x);
  r2 = load(&x);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_create(&b, NULL, thread2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 <= r2);
  return 0;
}
