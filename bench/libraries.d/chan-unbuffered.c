// library: tylertreat/chan
// files: chan/src/chan.c chan/src/queue.c
// flags: -I chan/src -DCAP=0
#include <assert.h>
#include <pthread.h>
#include "chan.h"
static chan_t *c; static int v = 42;
static void *recv_t(void *a) { void *m = 0; assert(chan_recv(c, &m) == 0); assert(m == &v); return 0; }
int main(void) {
  pthread_t t; c = chan_init(CAP); assert(c);
  pthread_create(&t, 0, recv_t, 0);
  assert(chan_send(c, &v) == 0);
  pthread_join(t, 0);
  chan_dispose(c);
  return 0;
}
