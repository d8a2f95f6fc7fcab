// verdict: true
// flags: --property assert --granularity statement
// native: compile
// With whole statements as actions the same increment is atomic.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  x++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
