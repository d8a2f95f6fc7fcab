// verdict: false(assert)
// flags: --property assert
// Two reads in one expression are two accesses, also when the variable is plain.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  int d;
  pthread_create(&t, NULL, worker, NULL);
  d = x - x;
  assert(d == 0);
  pthread_join(t, NULL);
  return 0;
}
