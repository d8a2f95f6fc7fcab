// verdict: false(memory)
// So does one of the thread's own function.
#include <pthread.h>
#include <stdatomic.h>

static int *_Atomic shared;

static void *worker(void *arg) {
  int local = 3;
  shared = &local;
  pthread_exit(arg);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  int *p = shared;
  return *p;
}
