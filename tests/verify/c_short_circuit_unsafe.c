// verdict: false(race)
// & evaluates both sides.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int published;
static int value;

static void *worker(void *arg) {
  value = 3;
  published = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  int r;
  pthread_create(&t, NULL, worker, NULL);
  r = (published == 1) & (value == 3);
  pthread_join(t, NULL);
  return r;
}
