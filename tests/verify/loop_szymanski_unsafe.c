// verdict: false(assert)
// flags: --property assert --engine impact
// Szymanski's algorithm, for ever; unsafe: the waiting room has no door.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag0, flag1, inside;

static void *worker(void *arg) {
  for (;;) {
    flag0 = 1;
    while (flag1 >= 3) {
    }
    flag0 = 3;
    if (flag1 == 1) {
      flag0 = 2;
      while (flag1 != 4) {
      }
    }
    flag0 = 4;
    while (flag1 >= 2) {
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
    flag1 = 3;
    if (flag0 == 1) {
      flag1 = 2;
      while (flag0 != 4) {
      }
    }
    flag1 = 4;
    while (2 <= flag0 && flag0 <= 3) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    while (2 <= flag0 && flag0 <= 3) {
    }
    flag1 = 0;
  }
  return 0;
}
