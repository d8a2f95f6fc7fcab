// verdict: false(race)
// The handler runs while the thread still does.
#include <pthread.h>
#include <stdlib.h>

static int x;

static void last(void) { x = 2; }

static void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  atexit(last);
  pthread_create(&t, 0, worker, 0);
  exit(0);
}
