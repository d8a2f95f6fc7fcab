// verdict: true
// flags: --property atomicity
// An atomic section in whose midst the program ends breaks no block.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int x;

static void *writer(void *arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  exit(0);
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  __heddle_atomic_begin();
  int first = x;
  int second = x;
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return first + second;
}
