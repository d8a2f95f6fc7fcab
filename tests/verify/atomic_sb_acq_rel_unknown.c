// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-tso: false(assert)
// flags: --property assert
// native: compile
// Store buffering with release and acquire: two threads that write, both may read 0.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r1, r2;

static void *first(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_release);
  r1 = atomic_load_explicit(&y, memory_order_acquire);
  return arg;
}

static void *second(void *arg) {
  atomic_store_explicit(&y, 1, memory_order_release);
  r2 = atomic_load_explicit(&x, memory_order_acquire);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 || r2);
  return 0;
}
