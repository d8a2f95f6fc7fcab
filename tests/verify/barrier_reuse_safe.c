// verdict: true
// The same barrier twice: rounds do not mix.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t bar;
static int x;

static void *worker(void *arg) {
  x = 1;
  pthread_barrier_wait(&bar);
  pthread_barrier_wait(&bar);
  assert(x == 2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&bar, NULL, 2);
  pthread_create(&t, NULL, worker, NULL);
  pthread_barrier_wait(&bar);
  assert(x == 1);
  x = 2;
  pthread_barrier_wait(&bar);
  pthread_join(t, NULL);
  return 0;
}
