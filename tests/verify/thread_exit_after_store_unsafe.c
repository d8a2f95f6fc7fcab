// verdict: false(assert)
// The same before exit().
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
  assert(x == 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  x = 1;
  exit(0);
}
