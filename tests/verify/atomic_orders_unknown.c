// verdict: unknown
// flags: --engine explore
// A relaxed flag orders nothing: this is a race that an analysis under sequential consistency can't see, so
// that it must not call the program race-free.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data, seen;

static void *producer(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  if (atomic_load_explicit(&flag, memory_order_relaxed))
    seen = data;
  pthread_join(t, NULL);
  return 0;
}
