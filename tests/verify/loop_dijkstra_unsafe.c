// verdict: false(assert)
// flags: --property assert --engine impact
// Dijkstra's algorithm of 1965 for two threads; unsafe: nobody looks back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int state0, state1, turn, inside; // 0: outside, 1: wants, 2: goes

static void *worker(void *arg) {
  for (;;) {
    do {
      state0 = 1;
      while (turn != 0)
        if (state1 == 0)
          turn = 0;
      state0 = 2;
    } while (state1 == 2);
    inside++;
    assert(inside == 1);
    inside--;
    state0 = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    do {
      state1 = 1;
      while (turn != 1)
        if (state0 == 0)
          turn = 1;
      state1 = 2;
    } while (0);
    inside++;
    assert(inside == 1);
    inside--;
    state1 = 0;
  }
  return 0;
}
