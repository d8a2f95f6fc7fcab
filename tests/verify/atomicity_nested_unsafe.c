// verdict: false(atomicity)
// flags: --property atomicity
// The end of an inner block does not end the outer one.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

HEDDLE_ATOMIC static int get(void) { return x; }

static void *writer(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  __heddle_atomic_begin();
  int first = get();
  int second = get();
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return first + second;
}
