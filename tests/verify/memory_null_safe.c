// verdict: true
// flags: --property assert,memory
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int cell;
static _Atomic(int *) p;

static void *worker(void *arg) {
  p = &cell;
  return arg;
}

int main(void) {
  pthread_t t;
  int *q;
  pthread_create(&t, NULL, worker, NULL);
  q = p;
  if (q)
    *q = 1;
  pthread_join(t, NULL);
  assert(*p == (q != NULL));
  return 0;
}
