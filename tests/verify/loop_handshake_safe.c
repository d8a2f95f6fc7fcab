// verdict: true
// flags: --property assert --engine impact
// native: endless
// A slot that is handed over by a flag; unsafe: it is written before the flag is read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int full, slot;

static void *worker(void *arg) {
  for (int i = 0;; i = 1 - i) {
    while (full) {
    }
    slot = i;
    full = 1;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (int i = 0;; i = 1 - i) {
    while (!full) {
    }
    assert(slot == i);
    full = 0;
  }
  return 0;
}
