// verdict: false(assert)
// Nobody joins the worker, but it may run before main returns.
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
  assert(arg == NULL);
  return arg;
}

static int x;

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &x);
  return 0;
}
