// verdict: true
// A thread that creates and joins a thread; writes travel along both joins.
#include <assert.h>
#include <pthread.h>

static int x;

static void *inner(void *arg) {
  x += 2;
  return arg;
}

static void *outer(void *arg) {
  pthread_t t;
  x = 1;
  pthread_create(&t, NULL, inner, NULL);
  pthread_join(t, NULL);
  x *= 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, outer, NULL);
  pthread_join(t, NULL);
  assert(x == 6);
  return 0;
}
