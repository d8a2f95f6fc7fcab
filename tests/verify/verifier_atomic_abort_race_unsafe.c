// verdict: false(race)
// flags: --property race
// An atomic section that ends the program has made its accesses before.
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x, y;

static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  y = x;
  x = 1;
  abort();
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
