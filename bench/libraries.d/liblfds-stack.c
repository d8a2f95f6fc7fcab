// library: liblfds
// files: liblfds/liblfds/src/lfds_stack/*.c liblfds/liblfds/src/lfds_freelist/*.c liblfds/liblfds/src/lfds_abstraction/lfds_abstraction_malloc.c liblfds/liblfds/src/lfds_abstraction/lfds_abstraction_free.c liblfds/liblfds/src/lfds_liblfds/*.c
// flags: -I liblfds/liblfds/inc -I liblfds/liblfds/src
#include <pthread.h>
#include "liblfds.h"
static struct lfds_stack_state *ss; static int a = 1, b = 2;
static void *w(void *x) { void *v = 0; assert(lfds_stack_push(ss, x)); assert(lfds_stack_pop(ss, &v)); assert(v == &a || v == &b); return 0; }
int main(void) {
  pthread_t t, u;
  assert(lfds_stack_new(&ss, 2));
  pthread_create(&t, 0, w, &a); pthread_create(&u, 0, w, &b);
  pthread_join(t, 0); pthread_join(u, 0);
  lfds_stack_delete(ss, 0, 0);
  return 0;
}
