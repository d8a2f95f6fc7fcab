// library: rmind/ringbuf
// files: ringbuf/src/ringbuf.c
// flags: -I ringbuf/src
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdbool.h>
#include <sys/types.h>
#include "ringbuf.h"
static ringbuf_t *r; static char buf[4];
static void *prod(void *a) {
  ringbuf_worker_t *w = ringbuf_register(r, *(int*)a);
  ssize_t off = ringbuf_acquire(r, w, 1);
  if (off != -1) { assert(off >= 0 && off < 4); buf[off] = 'x'; ringbuf_produce(r, w); }
  ringbuf_unregister(r, w);
  return 0;
}
int main(void) {
  pthread_t t, u; int i0 = 0, i1 = 1; size_t sz, off, len;
  ringbuf_get_sizes(2, &sz, NULL);
  r = malloc(sz); assert(r);
  ringbuf_setup(r, 2, 4);
  pthread_create(&t, 0, prod, &i0); pthread_create(&u, 0, prod, &i1);
  if ((len = ringbuf_consume(r, &off)) != 0) { for (size_t i = 0; i < len; i++) assert(buf[off + i] == 'x'); ringbuf_release(r, len); }
  pthread_join(t, 0); pthread_join(u, 0);
  free(r);
  return 0;
}
