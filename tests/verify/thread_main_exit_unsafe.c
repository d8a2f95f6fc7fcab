// verdict: false(assert)
// The worker outlives main, which left with pthread_exit.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t go;
static int x;

static void *worker(void *arg) {
  sem_wait(&go);
  assert(x != 1);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&go, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  x = 1;
  sem_post(&go);
  pthread_exit(NULL);
}
