// verdict: true
// flags: --property assert,deadlock
// Release and acquire as they are meant: one thread writes, so that nobody can tell them from seq_cst.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, noise;
static int data;

static void *producer(void *arg) {
  data = 1;
  atomic_fetch_add_explicit(&noise, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  if (atomic_load_explicit(&flag, memory_order_acquire))
    assert(data == 1);
  pthread_join(t, NULL);
  return 0;
}
