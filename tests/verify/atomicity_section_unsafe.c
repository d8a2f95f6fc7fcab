// verdict: false(atomicity)
// flags: --property atomicity
// The block's second access is in an atomic section in whose midst the program ends.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int x;

static void *writer(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  __heddle_atomic_begin();
  x = 2;
  __VERIFIER_atomic_begin();
  int seen = x;
  if (seen < 3) abort();
  __VERIFIER_atomic_end();
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return 0;
}
