// verdict: false(deadlock)
// flags: --deadlock partial
// The barrier waits for two, and nobody else will come; main goes on for ever.
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
  for (;;) sleep(1);
}
