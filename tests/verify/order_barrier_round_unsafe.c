// verdict: false(race)
// flags: --property race
// main does not wait for the second round.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t bar;
static int x, y, sum;

static void *left(void *arg) {
  x = 1;
  pthread_barrier_wait(&bar);
  assert(y == 2);
  pthread_barrier_wait(&bar);
  assert(sum == 3);
  return arg;
}

static void *right(void *arg) {
  y = 2;
  pthread_barrier_wait(&bar);
  assert(x == 1);
  pthread_barrier_wait(&bar);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&bar, NULL, 3);
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_barrier_wait(&bar);
  sum = x + y;
  x = y = 0;
  return 0;
}
