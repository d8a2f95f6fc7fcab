// verdict: false(assert)
// The statement after the conditional pthread_exit is not always reached.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;
static int after;

static void *worker(void *arg) {
  if (stop)
    pthread_exit(NULL);
  after = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  stop = 1;
  pthread_join(t, NULL);
  assert(after == 1);
  return 0;
}
