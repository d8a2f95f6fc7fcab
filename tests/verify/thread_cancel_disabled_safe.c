// verdict: true
// A thread that disables cancellation first is not cancelled afterwards at a testcancel.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t disabled;
static int x;

static void *worker(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_post(&disabled);
  pthread_testcancel();
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&disabled, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_wait(&disabled);
  pthread_cancel(t);
  pthread_join(t, NULL);
  assert(x == 1);
  return 0;
}
