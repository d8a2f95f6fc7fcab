// verdict: true
// flags: --property assert --engine impact
// native: endless
// A lock that is read until it looks free, then taken by exchange; unsafe: it is taken by a store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
static atomic_bool taken;
static int x, y;

static void enter(void) {
  do
    while (taken) {
    }
  while (atomic_exchange(&taken, true));
}

static void *worker(void *arg) {
  for (;;) {
    enter();
    x++;
    y--;
    taken = false;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    enter();
    assert(x == -y);
    taken = false;
  }
  return 0;
}
