// verdict: true
// More threads than there are shares of the address space: what they allocate stays apart.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return arg;
}

int main(void) {
  int *mine = malloc(sizeof *mine);
  *mine = 7;
  for (int i = 0; i < 66; i++) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
  }
  assert(*mine == 7);
  free(mine);
  return 0;
}
