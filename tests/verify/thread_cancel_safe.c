// verdict: true
// A thread blocked in sem_wait, a cancellation point, is cancelled.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int after;

static void *worker(void *arg) {
  sem_wait(&never);
  after = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  void *r;
  sem_init(&never, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  pthread_cancel(t);
  pthread_join(t, &r);
  assert(r == PTHREAD_CANCELED);
  assert(after == 0);
  return 0;
}
