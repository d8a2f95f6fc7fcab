// verdict: false(race)
// Accesses of different widths overlap in one byte.
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  ((char *)&x)[3] = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  x = 0;
  pthread_join(t, NULL);
  return 0;
}
