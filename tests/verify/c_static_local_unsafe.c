// verdict: false(race)
// A static local is one object for all threads.
#include <pthread.h>

static int next(void) {
  static int counter;
  return ++counter;
}

static void *worker(void *arg) {
  next();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  next();
  pthread_join(t, NULL);
  return 0;
}
