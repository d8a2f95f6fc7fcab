// verdict: true
// exit in a worker ends the program while main waits for a lock that nobody will give back.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;

static void *worker(void *arg) {
  (void)arg;
  exit(0);
}

int main(void) {
  pthread_t t;
  sem_init(&never, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_wait(&never);
  return 0;
}
