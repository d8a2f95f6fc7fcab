// verdict: true
// flags: --property assert
// Kusano and Wang 2016, Figure 3: t1 is 0, 1 or 2, never the 10 of thread 3, which is created after the loop. The
// bodies of threads 2 and 3 are damaged in print and follow the prose.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
static int x = 0;

static void *thread2(void *arg) {
  x = 1;
  x = 2;
  return arg;
}

static void *thread3(void *arg) {
  x = 10;
  return arg;
}

static void *thread1(void *arg) {
  pthread_t t2, t3;
  pthread_create(&t2, NULL, thread2, NULL);
  while (__VERIFIER_nondet_bool()) {
    int t1 = x;
    assert(t1 == 0 || t1 == 1 || t1 == 2);
  }
  pthread_create(&t3, NULL, thread3, NULL);
  return arg;
}

int main(void) {
  pthread_t t1;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_join(t1, NULL);
  return 0;
}
