// verdict: true
// Two threads, each with its own argument, joined before the results are read.
#include <assert.h>
#include <pthread.h>

static int cells[2];

static void *worker(void *arg) {
  int *cell = arg;
  *cell = *cell + 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  cells[1] = 10;
  pthread_create(&a, NULL, worker, &cells[0]);
  pthread_create(&b, NULL, worker, &cells[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(cells[0] == 1 && cells[1] == 11);
  return 0;
}
