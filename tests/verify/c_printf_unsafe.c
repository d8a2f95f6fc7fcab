// verdict: false(race)
// The arguments of printf are read all the same.
#include <pthread.h>
#include <stdio.h>

static int x;

static void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  printf("%d\n", x);
  pthread_join(t, NULL);
  return 0;
}
