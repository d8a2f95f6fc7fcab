// verdict: false(race)
// Two threads write the same heap cell.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  int *p = arg;
  p[1] = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int *p = calloc(2, sizeof *p);
  pthread_create(&a, NULL, worker, p);
  pthread_create(&b, NULL, worker, p);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(p);
  return 0;
}
