// verdict: true
// flags: --property memory,race
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
  pthread_join(t, NULL);
  free(p);
  return 0;
}
