// verdict: true
// flags: --property assert --engine impact
// native: endless
// Burns's algorithm: one bit for each thread; unsafe: the second one looks only once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag0, flag1, inside;

static void *worker(void *arg) {
  for (;;) {
    flag0 = 1;
    while (flag1) {
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
    for (;;) {
      flag1 = 0;
      while (flag0) {
      }
      flag1 = 1;
      if (!flag0)
        break;
    }
    inside++;
    assert(inside == 1);
    inside--;
    flag1 = 0;
  }
  return 0;
}
