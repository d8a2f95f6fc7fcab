// verdict: false(assert)
// Two threads add one to a counter. Each access is atomic, but the addition is not: between a thread's load and its
// store the other one may store too, and one of the two updates is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *arg) {
  int seen = atomic_load(&counter);
  atomic_store(&counter, seen + 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
