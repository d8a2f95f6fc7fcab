// library: liblfds
// files: liblfds/liblfds/src/lfds_queue/*.c liblfds/liblfds/src/lfds_freelist/*.c liblfds/liblfds/src/lfds_abstraction/lfds_abstraction_malloc.c liblfds/liblfds/src/lfds_abstraction/lfds_abstraction_free.c liblfds/liblfds/src/lfds_liblfds/*.c
// flags: -I liblfds/liblfds/inc -I liblfds/liblfds/src
#include <pthread.h>
#include "liblfds.h"
static struct lfds_queue_state *q; static int a = 1, b = 2;
static void *w(void *x) { assert(lfds_queue_enqueue(q, x)); return 0; }
int main(void) {
  pthread_t t, u; void *v = 0;
  assert(lfds_queue_new(&q, 3));
  pthread_create(&t, 0, w, &a); pthread_create(&u, 0, w, &b);
  if (lfds_queue_dequeue(q, &v)) assert(v == &a || v == &b);
  pthread_join(t, 0); pthread_join(u, 0);
  return 0;
}
