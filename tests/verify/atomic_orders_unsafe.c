// verdict: false(race)
// Relaxed flag: under sequential consistency already the plain write after it races with the read.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data, seen;

static void *producer(void *arg) {
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  data = 1;
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
