// verdict: true
// flags: --property atomicity
// Memory that is freed and found again at the same place is something else.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *other(void *arg) {
  int *p = shared;
  if (p) *p = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  __heddle_atomic_begin();
  int *p = malloc(sizeof *p);
  *p = 0;
  int first = *p;
  free(p);
  int *q = malloc(sizeof *q);
  *q = 0;
  shared = q;
  __heddle_atomic_end();
  pthread_join(t, NULL);
  free(q);
  return first;
}
