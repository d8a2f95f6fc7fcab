// verdict: false(race)
// volatile makes nothing atomic.
#include <pthread.h>

static volatile int flag;

static void *worker(void *arg) {
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  while (!flag) {
  }
  pthread_join(t, NULL);
  return 0;
}
