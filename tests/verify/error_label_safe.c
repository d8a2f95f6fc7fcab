// verdict: true
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
  x++;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  if (x == 2)
    goto ERROR;
  pthread_join(t, NULL);
  return 0;
ERROR:
  return 1;
}
