// library: Taymindis/lfqueue
// files: lfqueue/lfqueue.c
// flags: -I lfqueue
#include "lfqueue.h"

#include <assert.h>
#include <pthread.h>

static lfqueue_t q;
static int a;

static void *put(void *x) {
  assert(lfqueue_enq(&q, x) == 0);
  return 0;
}

int main(void) {
  pthread_t t;
  assert(lfqueue_init(&q) == 0);
  pthread_create(&t, 0, put, &a);
  void *v = lfqueue_deq(&q);
  assert(v == 0 || v == &a);
  pthread_join(t, 0);
  lfqueue_destroy(&q);
  return 0;
}
