// library: rmind/libqsbr
// files: libqsbr/src/ebr.c
// flags: -I libqsbr/src
#include <stdbool.h>
#include <sys/cdefs.h>

#include "ebr.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static ebr_t *e;
static _Atomic(int *) shared;

static void *reader(void *x) {
  ebr_register(e);
  ebr_enter(e);
  int *p = shared;
  if (p) assert(*p == 1);
  ebr_exit(e);
  ebr_unregister(e);
  return 0;
}

int main(void) {
  pthread_t t;
  e = ebr_create();
  assert(e && ebr_register(e) == 0);
  int *p = malloc(sizeof *p);
  *p = 1;
  shared = p;
  pthread_create(&t, 0, reader, 0);
  shared = 0;
  unsigned epoch = 0;
  for (int n = 0; n < 3; n++)
    if (ebr_sync(e, &epoch) && n == 2) free(p);
  pthread_join(t, 0);
  ebr_unregister(e);
  ebr_destroy(e);
  return 0;
}
