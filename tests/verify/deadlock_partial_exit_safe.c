// verdict: true
// flags: --deadlock partial
// A thread that only waits for the program's end does not wait for ever.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t work;

static void *worker(void *arg) {
  for (;;) sem_wait(&work);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&work, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_post(&work);
  return 0;
}
