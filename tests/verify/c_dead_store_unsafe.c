// verdict: false(assert)
// flags: --property assert
// A store that sequential code would not need is still seen by others.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  x = 1;
  x = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  assert(x != 1);
  pthread_join(t, NULL);
  return 0;
}
