// verdict: false(assert)
// Which thread is the serial one is open.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t bar;

static void *worker(void *arg) {
  assert(pthread_barrier_wait(&bar) == 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&bar, NULL, 2);
  pthread_create(&t, NULL, worker, NULL);
  pthread_barrier_wait(&bar);
  pthread_join(t, NULL);
  return 0;
}
