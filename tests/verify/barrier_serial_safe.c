// verdict: true
// Exactly one of the threads is told that it is the serial one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t bar;
static atomic_int serial;

static void *worker(void *arg) {
  int r = pthread_barrier_wait(&bar);
  if (r == PTHREAD_BARRIER_SERIAL_THREAD)
    serial++;
  else
    assert(r == 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&bar, NULL, 2);
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  assert(serial == 1);
  return 0;
}
