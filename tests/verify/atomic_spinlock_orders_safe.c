// verdict: true
// A spin lock by acquire and release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int x;

static void *worker(void *arg) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
  }
  x++;
  atomic_store_explicit(&lock, 0, memory_order_release);
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
