// verdict: false(assert)
// flags: --property assert --engine impact
// Readers and a writer by one word that is compared and exchanged; unsafe: a reader adds itself blindly.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int word; // readers, or -1
static int x, y;

static void *worker(void *arg) {
  for (;;) {
    int free = 0;
    if (!atomic_compare_exchange_strong(&word, &free, -1))
      continue;
    x = 1 - x;
    y = 1 - y;
    atomic_store(&word, 0);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    int now = atomic_load(&word);
    if (now < 0)
      continue;
    atomic_fetch_add(&word, 1);
    assert(x == y);
    atomic_fetch_sub(&word, 1);
  }
  return 0;
}
