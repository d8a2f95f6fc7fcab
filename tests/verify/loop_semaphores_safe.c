// verdict: true
// flags: --property assert --engine impact
// native: endless
// Two semaphores pass the turn; unsafe: it is passed twice.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t a, b;
static int x;

static void *worker(void *arg) {
  for (;;) {
    sem_wait(&b);
    assert(x == 1);
    x = 0;
    sem_post(&a);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&a, 0, 1);
  sem_init(&b, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    sem_wait(&a);
    assert(x == 0);
    x = 1;
    sem_post(&b);
  }
  return 0;
}
