// verdict: false(assert)
// flags: --property assert
#ifdef __clang__
#pragma clang diagnostic ignored "-Watomic-alignment"
#endif
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  long a, b;
};

static _Atomic struct pair shared;

static void *run(void *x) {
  struct pair p = atomic_load(&shared); // not one step with the store
  p.a++;
  p.b++;
  atomic_store(&shared, p);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  struct pair end = atomic_load(&shared);
  assert(end.a == 2);
  return 0;
}
