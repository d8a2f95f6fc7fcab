// verdict: false(memory)
// A cancelled thread's local variables end with it.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static int *_Atomic shared;
static sem_t ready, never;

static void *worker(void *arg) {
  int local = 3;
  shared = &local;
  sem_post(&ready);
  sem_wait(&never);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&ready, 0, 0);
  sem_init(&never, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_wait(&ready);
  pthread_cancel(t);
  pthread_join(t, NULL);
  int *p = shared;
  return *p;
}
