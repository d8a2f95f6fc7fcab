// verdict: false(race)
// flags: --property race
// The thread is started on one way and joined on none.
#include <pthread.h>
#include <stdlib.h>

static int data;

static void *worker(void *arg) {
  data = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  if (rand() % 2)
    pthread_create(&t, NULL, worker, NULL);
  data = 2;
  return 0;
}
