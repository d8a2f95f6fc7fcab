// verdict: false(memory)
// flags: --property memory
// The locals of all calls end with a thread that ends within them.
#include <pthread.h>

static int *_Atomic p;

static void leave(void) {
  int local = 3;
  p = &local;
  pthread_exit(0);
}

static void *worker(void *arg) {
  leave();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return *p;
}
