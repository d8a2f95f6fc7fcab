// verdict: true
// An atomic object of struct type is read and written as a whole.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  short a, b;
};
static _Atomic struct pair shared;

static void *writer(void *arg) {
  struct pair p = {1, 1};
  atomic_store(&shared, p);
  return arg;
}

int main(void) {
  pthread_t t;
  struct pair copy;
  pthread_create(&t, NULL, writer, NULL);
  copy = atomic_load(&shared);
  assert(copy.a == copy.b);
  pthread_join(t, NULL);
  return 0;
}
