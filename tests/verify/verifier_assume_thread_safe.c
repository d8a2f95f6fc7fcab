// verdict: true
// native: compile
// A false assume in any thread discards the whole execution; it is no deadlock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);
static atomic_int x;

static void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  __VERIFIER_assume(x == 1);
  assert(x == 1);
  pthread_join(t, NULL);
  return 0;
}
