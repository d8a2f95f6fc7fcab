// verdict: false(assert)
// The pointer is switched by the other thread between test and use.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int good = 1, bad = 0;
static _Atomic(atomic_int *) p = &good;

static void *worker(void *arg) {
  p = &bad;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  if (*p == 1)
    assert(*p == 1);
  pthread_join(t, NULL);
  return 0;
}
