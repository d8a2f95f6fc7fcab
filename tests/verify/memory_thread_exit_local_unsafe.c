// verdict: false(memory)
// A local variable ends when its thread ends by pthread_exit, in whatever function.
#include <pthread.h>
#include <stdatomic.h>

static int *_Atomic shared;

static void leave(void) {
  int local = 3;
  shared = &local;
  pthread_exit(NULL);
}

static void *worker(void *arg) {
  leave();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  int *p = shared;
  return *p;
}
