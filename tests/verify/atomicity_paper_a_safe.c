// verdict: true
// flags: --property atomicity
// Wang et al. 2010, figure 1 (a): the branch lets the other thread write only after the block.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *other(void *arg) {
  int b = x;
  if (b > 0) x = 5;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  __heddle_atomic_begin();
  int a = x;
  x = a + 1;
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return 0;
}
