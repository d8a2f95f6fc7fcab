// verdict: true
// flags: --property assert --granularity statement
// Wachter et al. 2013, Figure 1, with an assertion that holds because i and j do not alias.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
static int v[2], i, j;

static void *thread1(void *arg) {
  v[i] = 1;
  v[i] = v[i] + 1;
  v[i] = v[j];
  return arg;
}

static void *thread2(void *arg) {
  v[j] = -2;
  v[j] = v[j] + 1;
  v[i] = v[i] + 1;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  i = __VERIFIER_nondet_bool();
  j = __VERIFIER_nondet_bool();
  __VERIFIER_assume(i != j);
  v[i] = 0;
  v[j] = 0;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_create(&t2, NULL, thread2, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(v[j] == -1);
  return 0;
}
