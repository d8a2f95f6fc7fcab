// library: tylertreat/chan
// files: chan/src/chan.c chan/src/queue.c
// flags: -I chan/src
#include <assert.h>
#include <pthread.h>
#include "chan.h"
static chan_t *c, *d; static int v = 42, w = 7;
static void *send_t(void *a) { chan_send(c, &v); return 0; }
static void *send_u(void *a) { chan_send(d, &w); return 0; }
int main(void) {
  pthread_t t, u; c = chan_init(1); d = chan_init(1); 
  pthread_create(&t, 0, send_t, 0);
  pthread_create(&u, 0, send_u, 0);
  chan_t *cs[2] = { c, d }; void *m = 0;
  switch (chan_select(cs, 2, &m, 0, 0, 0)) {
    case 0: assert(m == &v); break;
    case 1: assert(m == &w); break;
    default: assert(m == 0);
  }
  pthread_join(t, 0); pthread_join(u, 0);
  chan_dispose(c); chan_dispose(d);
  return 0;
}
