// verdict: false(atomicity)
// flags: --property atomicity
// The read that breaks the block is one of many of a thread that waits; it must go on for the block to get to its end.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, flag, go;

static void *waiter(void *arg) {
  while (!flag) {
    int seen = x;
    (void)seen;
  }
  go = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  __heddle_atomic_begin();
  x = 1;
  flag = 1;
  while (!go) {
  }
  x = 2;
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return 0;
}
