// verdict: true
// Returning from main ends the blocked worker too: no deadlock, and its assertion is never reached.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *worker(void *arg) {
  sem_wait(&never);
  assert(0);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&never, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  return 0;
}
