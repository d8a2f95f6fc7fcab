// verdict: true
// flags: --property assert,race,memory
// && and || and ?: evaluate only what they must: the guarded access is never made without the guard.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdatomic.h>

static atomic_int published;
static int value, *p;

static void *worker(void *arg) {
  value = 3;
  p = &value;
  published = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  assert(!published || *p == 3);
  assert((published && p ? *p : 3) == 3);
  pthread_join(t, NULL);
  return 0;
}
