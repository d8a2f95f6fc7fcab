// verdict: true
// flags: --property atomicity
// A block that is open only on the way on which the other thread does not run yet.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);
static atomic_int x;

static void *writer(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  _Bool early = __VERIFIER_nondet_bool();
  if (early) __heddle_atomic_begin();
  if (!early) pthread_create(&t, NULL, writer, NULL);
  int first = x;
  int second = x;
  if (early) __heddle_atomic_end();
  if (early) pthread_create(&t, NULL, writer, NULL);
  pthread_join(t, NULL);
  return early && first != second;
}
