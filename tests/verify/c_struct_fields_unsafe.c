// verdict: false(race)
// The copy of the whole struct reads the field that the worker writes.
#include <pthread.h>

struct pair {
  int a, b;
};
static struct pair s, copy;

static void *worker(void *arg) {
  s.b = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  copy = s;
  pthread_join(t, NULL);
  return 0;
}
