// verdict: false(assert)
// SV-COMP's way: reach_error is defined in the file, __VERIFIER_assert calls it and aborts.
#include <pthread.h>
#include <stdlib.h>

void reach_error(void) {}
static void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
static volatile int x;

static void *worker(void *arg) {
  x = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  __VERIFIER_assert(x != 2);
  return 0;
}
