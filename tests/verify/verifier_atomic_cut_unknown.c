// verdict: unknown
// flags: --property assert
// Nobody sees what a section has written whose end is not reached: x is 0 for all others.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int x, a[2];

static void *worker(void *arg) {
  unsigned char i = __VERIFIER_nondet_uchar();
  __VERIFIER_atomic_begin();
  x = 1;
  a[i] = 1;
  x = 0;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  int seen = x;
  assert(seen == 0);
  return 0;
}
