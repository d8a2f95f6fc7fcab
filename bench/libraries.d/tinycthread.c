// library: tinycthread
// files: tinycthread/source/tinycthread.c
// flags: -I tinycthread/source
#include "tinycthread.h"

#include <assert.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int wait(void *x) {
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  return 7;
}

int main(void) {
  thrd_t t;
  int result = 0;
  assert(mtx_init(&m, mtx_plain) == thrd_success);
  assert(cnd_init(&c) == thrd_success);
  assert(thrd_create(&t, wait, 0) == thrd_success);
  mtx_lock(&m);
  ready = 1;
  mtx_unlock(&m);
  cnd_signal(&c);
  assert(thrd_join(t, &result) == thrd_success);
  assert(result == 7);
  cnd_destroy(&c);
  mtx_destroy(&m);
  return 0;
}
