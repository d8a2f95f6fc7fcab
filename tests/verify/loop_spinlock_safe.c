// verdict: true
// flags: --property assert --engine impact
// native: endless
// A lock by compare and exchange; unsafe: by looking first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock, data;

static void *worker(void *arg) {
  for (;;) {
    int free = 0;
    while (!atomic_compare_exchange_strong(&lock, &free, 1))
      free = 0;
    data = 1;
    data = 0;
    assert(data == 0);
    lock = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    int free = 0;
    while (!atomic_compare_exchange_strong(&lock, &free, 1))
      free = 0;
    data = 1;
    data = 0;
    assert(data == 0);
    lock = 0;
  }
  return 0;
}
