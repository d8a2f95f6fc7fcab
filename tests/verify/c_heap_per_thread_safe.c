// verdict: true
// Each thread allocates at the same site; the objects are distinct.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  long *p = malloc(sizeof *p);
  *p = (long)arg;
  *p += 1;
  assert(*p == (long)arg + 1);
  return p;
}

int main(void) {
  pthread_t a, b;
  void *p, *q;
  pthread_create(&a, NULL, worker, (void *)10L);
  pthread_create(&b, NULL, worker, (void *)20L);
  pthread_join(a, &p);
  pthread_join(b, &q);
  assert(p != q && *(long *)p == 11 && *(long *)q == 21);
  free(p);
  free(q);
  return 0;
}
