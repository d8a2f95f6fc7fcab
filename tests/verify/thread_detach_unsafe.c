// verdict: false(race)
#include <pthread.h>

static int x, y;

static void *worker(void *arg) {
  pthread_detach(pthread_self());
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  y = x;
  return 0;
}
