// verdict: false(race)
// Neighbouring bit-fields are one memory location.
#include <pthread.h>

static struct {
  unsigned a : 4;
  unsigned b : 4;
} s;

static void *worker(void *arg) {
  s.b = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  s.a = 1;
  pthread_join(t, NULL);
  return 0;
}
