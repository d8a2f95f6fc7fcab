// verdict: true
// flags: --property assert --engine impact
// native: endless
// Dekker's algorithm, for ever; unsafe: nobody steps back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag0, flag1, turn, inside;

static void *worker(void *arg) {
  for (;;) {
    flag0 = 1;
    while (flag1)
      if (turn != 0) {
        flag0 = 0;
        while (turn != 0) {
        }
        flag0 = 1;
      }
    inside++;
    assert(inside == 1);
    inside--;
    turn = 1;
    flag0 = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    flag1 = 1;
    while (flag0)
      if (turn != 1) {
        flag1 = 0;
        while (turn != 1) {
        }
        flag1 = 1;
      }
    inside++;
    assert(inside == 1);
    inside--;
    turn = 0;
    flag1 = 0;
  }
  return 0;
}
