// library: petercrona/StsQueue
// files: stsqueue/src/sts_queue/sts_queue.c
// flags: -I stsqueue/src/sts_queue
#include "sts_queue.h"

#include <assert.h>
#include <pthread.h>

static StsHeader *q;
static int a, b;

static void *push(void *x) {
  StsQueue.push(q, x);
  return 0;
}

int main(void) {
  pthread_t t, u;
  q = StsQueue.create();
  pthread_create(&t, 0, push, &a);
  pthread_create(&u, 0, push, &b);
  void *v = StsQueue.pop(q);
  assert(v == 0 || v == &a || v == &b);
  pthread_join(t, 0);
  pthread_join(u, 0);
  StsQueue.destroy(q);
  return 0;
}
