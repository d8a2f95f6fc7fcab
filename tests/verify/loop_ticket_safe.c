// verdict: true
// flags: --property assert --engine impact
// native: endless
// A ticket lock whose numbers wrap around; unsafe: a ticket may be drawn twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uchar next, serving, inside;

static void *worker(void *arg) {
  for (;;) {
    unsigned char mine = atomic_fetch_add(&next, 1);
    while (serving != mine) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    serving++;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    unsigned char mine = atomic_fetch_add(&next, 1);
    while (serving != mine) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    serving++;
  }
  return 0;
}
