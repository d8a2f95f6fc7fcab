// verdict: false(memory)
// The same, freed twice.
#include <pthread.h>
#include <stdlib.h>

static int *slot;

static void *worker(void *arg) {
  free(slot);
  free(slot);
  return arg;
}

int main(void) {
  slot = malloc(sizeof *slot);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
