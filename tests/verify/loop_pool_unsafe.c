// verdict: false(assert)
// flags: --property assert --engine impact
// A semaphore lets two of three threads in; unsafe: it begins with three.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t s;
static atomic_int inside;

static void *worker(void *arg) {
  for (;;) {
    sem_wait(&s);
    inside++;
    assert(inside <= 2);
    inside--;
    sem_post(&s);
  }
  return arg;
}

int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 3);
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&u, NULL, worker, NULL);
  worker(NULL);
  return 0;
}
