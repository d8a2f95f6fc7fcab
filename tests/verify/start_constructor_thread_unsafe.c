// verdict: false(race)
// The thread that a constructor starts runs beside main.
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  x = 1;
  return arg;
}

__attribute__((constructor)) static void begin(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
}

int main(void) { return x; }
