// verdict: true
// flags: --property assert,race
// The thread is started and joined on one way only: after both it does not run.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int data;

static void *worker(void *arg) {
  data = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  if (rand() % 2) {
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(data == 1);
  }
  data = 2;
  assert(data == 2);
  return 0;
}
