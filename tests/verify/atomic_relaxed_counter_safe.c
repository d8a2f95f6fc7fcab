// verdict: true
// A relaxed counter is the only thing that the threads share without a lock: one place is always coherent.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *worker(void *arg) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  pthread_mutex_lock(&m);
  sum++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load_explicit(&count, memory_order_relaxed) == 2 && sum == 2);
  return 0;
}
