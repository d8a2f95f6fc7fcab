// verdict: unknown (a violation is possible, but depends on an approximation: the result of 'log' is arbitrary)
// native: compile
// Whether anybody writes twice is decided by a logarithm, whose value is not followed.
#include <math.h>
#include <pthread.h>

static int x;

static void *work(void *a) {
  x++;
  return a;
}

int main(void) {
  pthread_t t;
  double load = log(2.5);
  pthread_create(&t, 0, work, 0);
  if (load > 7) x++;
  pthread_join(t, 0);
  return 0;
}
