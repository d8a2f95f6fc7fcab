// verdict: true
// flags: --property assert --granularity statement
// native: compile
// Vechev et al. 2012, Figure 4 with an atomic section in the loop, here for up to three iterations.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;

static void *thread1(void *arg) {
  for (int n = 0; n < 3 && __VERIFIER_nondet_bool(); n++) {
    __VERIFIER_atomic_begin();
    x++;
    x++;
    __VERIFIER_atomic_end();
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
