// verdict: true
// native: compile
// A thread that spins forever is no deadlock.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int never;

static void *worker(void *arg) {
  while (!never) {
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_exit(NULL);
}
