// verdict: false(memory)
// flags: --property memory
// The thread outlives the function whose local it was given.
#include <pthread.h>

static pthread_t t;

static void *worker(void *arg) {
  *(int *)arg = 1;
  return NULL;
}

static void start(void) {
  int local = 0;
  pthread_create(&t, NULL, worker, &local);
}

int main(void) {
  start();
  pthread_join(t, NULL);
  return 0;
}
