// The thread may start before what it reads is set.
#include <assert.h>
#include <pthread.h>

static int limit;

static void *worker(void *arg) {
  assert(limit == 10);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  limit = 10;
  pthread_join(a, NULL);
  return 0;
}
