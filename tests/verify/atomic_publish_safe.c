// verdict: true
// Publication by release and acquire: the reader sees the data, and there is no race.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer(void *arg) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  if (atomic_load_explicit(&ready, memory_order_acquire)) assert(data == 42);
  pthread_join(t, NULL);
  return 0;
}
