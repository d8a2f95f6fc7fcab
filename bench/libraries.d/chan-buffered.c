// library: tylertreat/chan
// files: chan/src/chan.c chan/src/queue.c
// flags: -I chan/src -DCAP=1
#include <assert.h>
#include <pthread.h>
#include "chan.h"
static chan_t *c; 
static void *recv_t(void *a) { int x = 0, y = 0; assert(chan_recv_int(c, &x) == 0); assert(chan_recv_int(c, &y) == 0); assert(x == 1 && y == 2); return 0; }
int main(void) {
  pthread_t t; c = chan_init(CAP); assert(c);
  pthread_create(&t, 0, recv_t, 0);
  assert(chan_send_int(c, 1) == 0);
  assert(chan_send_int(c, 2) == 0);
  pthread_join(t, 0);
  chan_close(c);
  chan_dispose(c);
  return 0;
}
