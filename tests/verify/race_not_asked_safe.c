// verdict: true
// flags: --property assert,deadlock
// A race that nobody asked about.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  assert(x == 0 || x == 1);
  pthread_join(t, NULL);
  return 0;
}
