// verdict: false(assert)
// flags: --property assert --granularity statement
// Paper 002, Figure 4: the other thread can see x == 1 in the first iteration.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
static int x;

static void *thread1(void *arg) {
  while (__VERIFIER_nondet_bool()) {
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
