// verdict: false(atomicity)
// flags: --property atomicity
// Wang et al. 2010, figure 1 (b) without signal and wait.
#include <heddle.h>
#include <pthread.h>

static int x;

static void *other(void *arg) {
  x = 3;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  __heddle_atomic_begin();
  x = 1;
  int a = x + 1;
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return a;
}
