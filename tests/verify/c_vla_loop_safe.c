// verdict: true
// An array of variable length ends with its scope: however often it is entered, there is one.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;
static volatile int n = 2;

static void *worker(void *arg) {
  while (!stop) {
    int v[n];
    v[0] = 1;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  stop = 1;
  pthread_join(t, 0);
  return 0;
}
