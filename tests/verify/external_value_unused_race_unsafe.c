// verdict: false(race)
// native: compile
// The race does not depend on the logarithm, whose value is not followed.
#include <math.h>
#include <pthread.h>

static int x;
static double load;

static void *work(void *a) {
  x++;
  return a;
}

int main(void) {
  load = log(2.5);
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
