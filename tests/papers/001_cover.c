// verdict: false(assert)
// flags: --property assert
// Wachter et al. 2013, section IV-C: the counterexample that a reduction without cover expansions misses; the context
// switch must come right after x=1.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
static int x;

static void *thread1(void *arg) {
  if (__VERIFIER_nondet_bool())
    x = 1;
  x = 0;
  return arg;
}

static void *thread2(void *arg) {
  assert(x == 0);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_create(&t2, NULL, thread2, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
