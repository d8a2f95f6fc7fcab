// verdict: true
// A thread created detached; a semaphore tells main that its work is done.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int x;

static void *worker(void *arg) {
  (void)arg;
  x = 5;
  sem_post(&done);
  return NULL;
}

int main(void) {
  pthread_attr_t attr;
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &attr, worker, NULL);
  sem_wait(&done);
  assert(x == 5);
  return 0;
}
