// verdict: false(assert)
// The result depends on how the other thread interleaves.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long shared = 1;

static void *reader(void *arg) {
  (void)arg;
  return (void *)atomic_load(&shared);
}

static void *writer(void *arg) {
  (void)arg;
  atomic_store(&shared, 2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  void *r;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, &r);
  pthread_join(b, NULL);
  assert((long)r == 1);
  return 0;
}
