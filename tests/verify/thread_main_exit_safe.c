// verdict: true
// pthread_exit in main ends only the main thread; the worker still runs to its end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
  int v = x;
  assert(v == 0 || v == 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  x = 1;
  pthread_exit(NULL);
}
