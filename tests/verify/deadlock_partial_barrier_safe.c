// verdict: true
// flags: --deadlock partial
// native: compile
// The barrier waits for two; main is the other, and goes on for ever after it.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_barrier_t barrier;

static void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, worker, NULL);
  pthread_barrier_wait(&barrier);
  for (;;) sleep(1);
}
