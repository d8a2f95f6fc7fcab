// verdict: false(memory)
// flags: --property memory
// A thread hands out the address of its own local.
#include <pthread.h>

static int *volatile hide;

static void *worker(void *arg) {
  int local = 3;
  (void)arg;
  hide = &local;
  return hide;
}

int main(void) {
  pthread_t t;
  void *r;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, &r);
  return *(int *)r;
}
