// verdict: false(memory)
// flags: --property memory
// The pointer may still be null when it is used.
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
  pthread_create(&t, NULL, worker, NULL);
  *p = 1;
  pthread_join(t, NULL);
  return 0;
}
