// verdict: true
// The local variable is used while its thread lives.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static int *_Atomic shared;
static sem_t ready, done;

static void leave(void) {
  int local = 3;
  shared = &local;
  sem_post(&ready);
  sem_wait(&done);
  assert(local == 4);
  pthread_exit(NULL);
}

static void *worker(void *arg) {
  leave();
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&ready, 0, 0);
  sem_init(&done, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_wait(&ready);
  *shared = 4;
  sem_post(&done);
  pthread_join(t, NULL);
  return 0;
}
