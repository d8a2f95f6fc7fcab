// verdict: true
// Arithmetic on an atomic pointer takes slots of an array without overlap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int cells[2];
static _Atomic(int *) next = cells;

static void *worker(void *arg) {
  int *mine = atomic_fetch_add(&next, 1);
  *mine = 7;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(cells[0] == 7 && cells[1] == 7);
  return 0;
}
