// verdict: false(assert)
// flags: --property assert --granularity statement
// Vechev et al. 2012, Figure 4: the other thread can see x == 1 in the first iteration. The loop of the figure has no
// bound; here it runs three times at most, so that the states are finitely many.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
static int x;

static void *thread1(void *arg) {
  for (int n = 0; n < 3 && __VERIFIER_nondet_bool(); n++) {
    x++;
    x++;
  }
  return arg;
}

static void *thread2(void *arg) {
  if (x == 1)
    assert(0);
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
