// verdict: false(deadlock)
// As thread_main_return_safe.c, but main leaves with pthread_exit: the worker waits forever.
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
  pthread_exit(NULL);
}
