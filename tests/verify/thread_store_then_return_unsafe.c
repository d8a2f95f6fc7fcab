// verdict: false(assert)
// Between main's last store and its return the worker can run.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
  assert(x == 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  x = 1;
  return 0;
}
