// verdict: true
// flags: --property assert,race
// native: compile
// Two words that are read, exchanged and written at once.
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
  struct pair old = atomic_load(&shared), next;
  do {
    assert(old.a == old.b);
    next.a = old.a + 1;
    next.b = old.b + 1;
  } while (!atomic_compare_exchange_strong(&shared, &old, next));
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  struct pair end = atomic_load(&shared);
  assert(end.a == 2 && end.b == 2);
  return 0;
}
