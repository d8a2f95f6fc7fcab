// verdict: true
// flags: --property memory
// Whoever exchanges the pointer away frees it; free(NULL) is fine.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) p;

static void *worker(void *arg) {
  char *q = atomic_exchange(&p, NULL);
  free(q);
  return arg;
}

int main(void) {
  pthread_t a, b;
  p = malloc(1);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
