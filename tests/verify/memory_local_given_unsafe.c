// verdict: false(memory)
// The address of a local variable is kept by a function that it was given to, over a variable of its own.
#include <pthread.h>
#include <stddef.h>

static int *kept;

static void keep(int *p) {
  int *q = p;
  kept = q;
}

static void *worker(void *arg) {
  int local = 1;
  keep(&local);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  *kept = 2;
  return 0;
}
