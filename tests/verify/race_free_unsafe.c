// verdict: false(race)
// flags: --property race
// free counts as a write to the whole object.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  *(int *)arg = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  int *p = malloc(sizeof *p);
  pthread_create(&t, NULL, worker, p);
  free(p);
  pthread_join(t, NULL);
  return 0;
}
