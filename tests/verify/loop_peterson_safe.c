// verdict: true
// flags: --property assert --engine impact
// native: endless
// Peterson's algorithm, for ever; unsafe: the flag is raised too late.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag0, flag1, turn, inside;

static void *worker(void *arg) {
  for (;;) {
    flag0 = 1;
    turn = 1;
    while (flag1 && turn == 1) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    flag0 = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    flag1 = 1;
    turn = 0;
    while (flag0 && turn == 0) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    flag1 = 0;
  }
  return 0;
}
