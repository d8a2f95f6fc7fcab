// verdict: false(assert)
// flags: --property assert --engine impact
// Kessels's algorithm: the turn is split into two bits with one writer each; unsafe: the bits are swapped.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants0, wants1, turn0, turn1, inside;

static void *worker(void *arg) {
  for (;;) {
    wants0 = 1;
    int mine = turn1;
    turn0 = mine;
    while (wants1 && turn1 == mine) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    wants0 = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    wants1 = 1;
    int mine = turn0;
    turn1 = mine;
    while (wants0 && turn0 == 1 - mine) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    wants1 = 0;
  }
  return 0;
}
