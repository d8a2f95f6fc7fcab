// verdict: true
// verdict-tso: true
// verdict-pso: true
// flags: --property atomicity
// Accesses count when they are made: a store that reaches memory late does not come late.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int y;

static void *other(void *arg) {
  pthread_mutex_lock(&m);
  x = 1;
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  __heddle_atomic_begin();
  pthread_mutex_lock(&m);
  x = 2;
  int seen = x;
  atomic_store_explicit(&y, seen, memory_order_relaxed);
  seen = atomic_load_explicit(&y, memory_order_relaxed);
  pthread_mutex_unlock(&m);
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return seen != 2;
}
