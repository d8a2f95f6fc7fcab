// verdict: false(assert)
// The handler is replaced by another thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef int (*handler)(void);
static int first(void) { return 1; }
static int second(void) { return 2; }
static _Atomic(handler) h = first;

static void *worker(void *arg) {
  h = second;
  return arg;
}

int main(void) {
  pthread_t t;
  handler f;
  pthread_create(&t, NULL, worker, NULL);
  f = h;
  assert(f() == 1);
  pthread_join(t, NULL);
  return 0;
}
