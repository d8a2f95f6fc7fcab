// verdict: false(race)
// flags: --property race
// The race is there before it shows that the section can't be finished.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);

static int x;

static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_assume(x == 0);
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  int seen = x;
  pthread_join(t, NULL);
  return seen;
}
